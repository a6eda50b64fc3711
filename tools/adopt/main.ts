// make adopt: builds the package of the stack, and writes a new repository that uses it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildStack, root } from 'contract-stack/package'
import { product } from '../../generated/product.ts'

const { CONTRACT = '', DIR = '' } = process.env
if (!existsSync(CONTRACT) || DIR === '') {
  console.error(
    `${CONTRACT ? `There is no file ${CONTRACT}. ` : ''}Set both: make adopt CONTRACT=path/to/openapi.yaml DIR=../my-api`,
  )
  process.exit(2)
}
const stackFolder = join(root, 'dist/stack')
await rm(stackFolder, { recursive: true, force: true })
await buildStack(product, stackFolder)
const { status } = spawnSync(process.execPath, [join(stackFolder, 'bin/command.js'), 'adopt', CONTRACT, DIR], {
  stdio: 'inherit',
})
process.exitCode = status ?? 1
