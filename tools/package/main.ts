// `make package`: builds and packs the client package, and prints how to try it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildClient } from './build.ts'
import { core, gzippedBytes } from './size.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(root, 'dist')
const built = join(dist, 'client')

console.log('Compiling the client and bundling the mock...')
await buildClient(root, built).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
mkdirSync(dist, { recursive: true })
const packed = execFileSync('npm', ['pack', built, '--pack-destination', dist, '--json', '--loglevel=error'])
const [{ filename }] = JSON.parse(packed.toString())
const tarball = join(dist, filename)

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
console.log(`
Package:           ${tarball} (${kilobytes(statSync(tarball).size)}, with the mock and its docs)
createPlantClient: ${kilobytes(await gzippedBytes(root, built, core))} in a web page, minified and gzipped

Try it in a new folder:

  cd "$(mktemp -d)" && npm init -y >/dev/null && npm install '${tarball}' && npx plant-collection-mock
`)
