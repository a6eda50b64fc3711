// contract-stack handlers: after a change of the contract, the files of new handlers, and the list of all.

import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { loadContract } from '../contract/load-contract.ts'
import { handlerFiles } from './handler-files.ts'

const list = 'server/handlers.ts'
const files = handlerFiles(await loadContract('openapi.yaml'))
await mkdir('server/handlers', { recursive: true })
for (const [file, text] of files) {
  if (file === list || existsSync(file)) continue
  await writeFile(file, text)
  console.log(`${file} is new: write it`)
}
const text = files.get(list) ?? ''
if (text !== (await readFile(list, 'utf8').catch(() => ''))) await writeFile(list, text)
