// contract-stack handlers: after a change of the contract, writes the files of new handlers, and lists all handlers.

import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { loadContract } from '../contract/load-contract.ts'
import { handlerFiles } from './handler-files.ts'

const handlersFile = 'server/handlers.ts'
const files = handlerFiles(await loadContract('openapi.yaml'))
await mkdir('server/handlers', { recursive: true })
for (const [file, text] of files) {
  if (file === handlersFile || existsSync(file)) continue
  await writeFile(file, text)
  console.log(`${file} is new: write it`)
}
const text = files.get(handlersFile) ?? ''
if (text !== (await readFile(handlersFile, 'utf8').catch(() => ''))) await writeFile(handlersFile, text)
