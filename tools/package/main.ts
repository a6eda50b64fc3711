// `make package`: builds and packs the packages, and prints how to try them.
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildClient, buildContractTester, buildMock, buildStack, root } from 'contract-stack/package'
import { product } from '../../generated/product.ts'
import { core, csvParser, gzippedBytes, hooks } from './size.ts'

const dist = join(root, 'dist')

console.log('Compiling the client and the stack, and bundling the mock and the contract tester...')
await mkdir(dist, { recursive: true })
const client = await buildAndPack('client', buildClient)
const mock = await buildAndPack('mock', (out) => buildMock(product, out))
const tester = await buildAndPack('contract-tester', (out) => buildContractTester(product, out))
const stack = await buildAndPack('stack', (out) => buildStack(product, out))
const size = await gzippedBytes(join(dist, 'client'), core)
const hooksSize = (await gzippedBytes(join(dist, 'client'), `${core}\n${hooks}`)) - size
const parserSize = await gzippedBytes(join(dist, 'client'), csvParser)

console.log(`
Client: ${client} (${kilobytes(statSync(client).size)}; createPlantClient adds ${kilobytes(size)} to a web page, minified and gzipped, the hooks ${kilobytes(hooksSize)} more, and the CSV parser ${kilobytes(parserSize)})
Mock:   ${mock} (${kilobytes(statSync(mock).size)}, with the docs)
Tester: ${tester} (${kilobytes(statSync(tester).size)})
Stack:  ${stack} (${kilobytes(statSync(stack).size)}), for a contract of your own: docs/your-own-api.md

Try them in a new folder:

  cd "$(mktemp -d)" && npm init -y >/dev/null && npm install '${client}' '${mock}' '${tester}' && npx ${product.name}-mock --stateful
`)

/** Builds and packs a package. Returns the path of its .tgz file. */
async function buildAndPack(name: string, build: (out: string) => Promise<void>): Promise<string> {
  const packageFolder = join(dist, name)
  await rm(packageFolder, { recursive: true, force: true })
  await build(packageFolder).catch((error: Error) => {
    console.error(error.message)
    process.exit(1)
  })
  const output = execFileSync('npm', ['pack', packageFolder, '--pack-destination', dist, '--json', '--loglevel=error'])
  const [{ filename }] = JSON.parse(output.toString())
  return join(dist, filename)
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
