// The commands of the README have the described result if a reader pastes them unchanged.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../stack/test/support/folder.ts'
import { startProcess, usedFolder } from '../support/service-process.ts'
import { runInShell } from '../support/shell.ts'

const readme = await readFile(join(root, 'README.md'), 'utf8')

/** Returns the commands of the first section, without those of make, which start a server. */
function getFirstCommands(): string {
  const [, text = ''] = readme.split('\n## First response\n')
  const blocks = [...(text.split('\n## ')[0] ?? '').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block)
  return blocks.filter((block) => !block?.startsWith('make ')).join('')
}

it('the first commands list, add, search, read, change and delete a plant', async () => {
  const DATA = await usedFolder()
  const { url } = await startProcess({ DATA })
  const commands = getFirstCommands().replaceAll('http://127.0.0.1:3000', url)
  const { code, stdout } = await runInShell(commands, { DATA })
  expect(code).toBe(0)
  const plant = '{"id":"[^"]+","name":"Monstera deliciosa"'
  const responses = [
    String.raw`^\[\]\n`, // the list
    `${plant},"tag":"Araceae".*\n`,
    String.raw`\[${plant},"tag":"Araceae".*\]\n`, // the search
    String.raw`HTTP/1.1 200 OK\r\n(?:.+\r\n)+\r\n${plant},"tag":"Araceae".*\n`,
    `${plant},"tag":"on the stairs".*\n`,
    String.raw`HTTP/1.1 204 No Content\r\n(?:.+\r\n)+\r\n$`,
  ]
  expect(stdout).toMatch(new RegExp(responses.join('')))
})
