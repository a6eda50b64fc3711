// A copy of the project with the second contract (openapi.yaml), and without what is special about plants.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Edit, edited } from '../../../test/support/contract-edit.ts'
import { copyProject } from '../../../test/support/copy-project.ts'
import { newFolder } from '../../../test/support/folder.ts'
import { outputOf, run, type Settings, start } from '../../../test/support/process.ts'

/** What the product composes, without what is special about plants. */
const composition = {
  'server/handlers.ts': `
    import type { Handlers } from '../generated/handlers.ts'
    export const handlers: Handlers = {}`,
  'server/main.ts': `
    import { contract } from '../generated/index.ts'
    import { server } from '../generated/server.ts'
    import { handlers } from './handlers.ts'
    import { run } from '../stack/server/commands.ts'
    void run({ contract, server, handlers }, process.argv.slice(2), process.env)`,
  'server/mocked.ts': `
    import { contract } from '../generated/index.ts'
    import { server } from '../generated/server.ts'
    import { handlers } from './handlers.ts'
    export const mocked = { contract, server, handlers }`,
}

/** @param edits Of the contract. @returns Its folder. */
export async function copyWithSecondContract(...edits: Edit[]): Promise<string> {
  const folder = await copyProject()
  await rm(join(folder, 'client'), { recursive: true })
  for (const name of ['first-start', 'mock-seed']) await rm(join(folder, `server/${name}.ts`))
  for (const [file, text] of Object.entries(composition)) await writeFile(join(folder, file), text)
  const contract = edited(await readFile('stack/test/second-contract/openapi.yaml', 'utf8'), edits)
  await writeFile(join(folder, 'openapi.yaml'), contract)
  await outputOf('node', ['stack/generate/main.ts'], { cwd: folder })
  return folder
}

/** Calls `use` with the URL of a service and a token. @param log What the service logs: a string, or a matcher. */
export async function withService<T>(
  folder: string,
  settings: Settings,
  use: (url: string, token: string) => Promise<T>,
  log: unknown = '',
): Promise<T> {
  const all = { DATA: await newFolder(), ...settings }
  const useWithToken = async (url: string) => {
    const { stdout } = await run('node', ['server/main.ts', 'token'], { cwd: folder, settings: all })
    return use(url, stdout.trim())
  }
  return withProcess(folder, 'server/main.ts', all, useWithToken, log)
}

/** Calls `use` with the URL of a mock. Default: one that keeps what it receives. @param log As of a service. */
export function withMock<T>(
  folder: string,
  use: (url: string) => Promise<T>,
  log: unknown = '',
  settings: Settings = { STATEFUL: '1' },
): Promise<T> {
  return withProcess(folder, 'server/mock.ts', settings, use, log)
}

async function withProcess<T>(
  cwd: string,
  script: string,
  settings: Settings,
  use: (url: string) => Promise<T>,
  stderr: unknown,
) {
  const child = start('node', [script], { cwd, settings: { PORT: '0', LOG_LEVEL: 'error', ...settings } })
  const [, url = ''] = await child.printed(/listens on (\S+)\n/)
  const result = await use(url)
  expect(await child.end()).toMatchObject({ code: 0, stderr })
  return result
}
