// The commands of the README and of docs/commands.md have the described result when a reader pastes them as they are.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { cleanUp, root } from '../../stack/test/support/folder.ts'
import { runInShell } from '../support/reader.ts'
import { startProcess, usedFolder } from '../support/service-process.ts'

const [readme, guide] = await Promise.all(
  ['README.md', 'docs/commands.md'].map((file) => readFile(join(root, file), 'utf8')),
)

afterAll(cleanUp)

/** The commands of a chapter, without those that start a server. */
function commandsOf(page: string | undefined, chapter: string): string {
  const [, text = ''] = (page ?? '').split(`\n## ${chapter}\n`)
  const blocks = [...(text.split('\n## ')[0] ?? '').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block)
  return blocks.filter((block) => !block?.startsWith('make ')).join('')
}

it('the first commands list, add, read, change and delete a plant', async () => {
  const DATA = await usedFolder()
  const { url } = await startProcess({ DATA })
  const commands = commandsOf(readme, 'First response').replaceAll('http://127.0.0.1:3000', url)
  const { code, stdout } = await runInShell(commands, { DATA })
  expect(code).toBe(0)
  const plant = '{"id":"[^"]+","name":"Monstera deliciosa"'
  const responses = [
    String.raw`^\[\]`, // the list
    `${plant},"tag":"Araceae".*\n`,
    String.raw`HTTP/1.1 200 OK\r\n(?:.+\r\n)+\r\n${plant},"tag":"Araceae".*`,
    `${plant},"tag":"on the stairs".*`,
    String.raw`HTTP/1.1 204 No Content\r\n(?:.+\r\n)+\r\n$`,
  ]
  expect(stdout).toMatch(new RegExp(responses.join('')))
})

it.each([...(guide ?? '').matchAll(/^make mock (\w+=[^#\n]*)/gm)].map(([, variables = '']) => [variables.trim()]))(
  'make mock %s starts a mock with state',
  async (variables) => {
    const settings = Object.fromEntries(variables.split(' ').map((variable) => variable.split('=')))
    const { url } = await startProcess(settings, { script: 'server/mock.ts' })
    const headers = { Authorization: 'Bearer any', 'Content-Type': 'application/json' }
    const created = await fetch(`${url}/plants`, { method: 'POST', headers, body: '{"name":"Fern"}' })
    expect((await fetch(new URL(created.headers.get('Location') ?? '', `${url}/`), { headers })).status).toBe(200)
  },
)

it('the commands for the mock return an example and a 401', async () => {
  const { url } = await startProcess({}, { script: 'server/mock.ts' })
  const { code, stdout } = await runInShell(commandsOf(guide, 'Mock').replaceAll('http://127.0.0.1:4010', url))
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\[\{"id".*\]\{.*"status":401.*\}$/) })
})
