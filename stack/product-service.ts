// Tests the service and the mock of the product in the current folder. Each runs as a process on a free loopback port.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { missingHandlers } from './core/handlers/any-handlers.ts'
import { InvalidSetting } from './environment.ts'
import { needsToken } from './tester/contract/operations.ts'
import type { TestedContract } from './tester/contract/tested-contract.ts'
import { reasonUntested } from './tester/requests/valid.ts'
import { runAndReport } from './tester/run.ts'
import type { RunSettings } from './tester/settings.ts'
import type { SuiteResult } from './tester/suite.ts'
import type { SystemOptions } from './tester/system-under-test.ts'

const [service, mock] = ['server/main.ts', 'server/mock.ts']

/** Returns the ids of the operations that need a handler and have none. */
async function getMissingHandlers(): Promise<string[]> {
  const load = (file: string) => import(pathToFileURL(resolve(file)).href)
  const [{ contract }, { handlers }] = await Promise.all([load('generated/index.ts'), load('server/handlers.ts')])
  return missingHandlers(contract, handlers)
}

/** `undefined` in a folder without a service. */
export const productService = existsSync(service) ? { test: testProduct, unwritten: getMissingHandlers } : undefined

/** Starts the service with an empty data folder, or DATABASE_URL. @throws {InvalidSetting} if a program does not start. */
async function testProduct(contract: TestedContract, settings: RunSettings): Promise<SuiteResult[]> {
  if (contract.operations.every((operation) => reasonUntested(operation) !== '')) {
    console.log('No operation has a handler yet, so there is nothing to test.')
    return []
  }
  const folder = await mkdtemp(join(tmpdir(), 'contract-'))
  const options = { contract, mayWrite: true, isMock: false }
  // The mock verifies no token.
  const skip = [...settings.skip, 'a token that is not valid']
  const mockSettings = { ...settings, skip, junitFile: settings.junitFile.replace(/(?=[^/]*$)/, 'mock.') }
  try {
    const results = [
      await withProgram(service, folder, async (url) => {
        const tokens = contract.operations.some(needsToken) ? await getTokens(folder) : { token: 'any' }
        return runAndReport({ ...options, url, tokens }, settings)
      }),
    ]
    if (!existsSync(mock)) return results
    const testMock = (url: string) => runAndReport({ ...options, url, tokens: { token: 'any' } }, mockSettings)
    return [...results, await withProgram(mock, folder, testMock)]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Creates the tokens of two principals. */
async function getTokens(folder: string): Promise<SystemOptions['tokens']> {
  const getToken = async (SUB: string) => (await text(start([service, 'token'], folder, { SUB }).stdout)).trim()
  return { token: await getToken('first'), otherCallerToken: await getToken('second') }
}

async function withProgram<Result>(file: string, folder: string, use: (url: string) => Promise<Result>) {
  const program = start([file], folder, { STATEFUL: '1' })
  const ended = once(program, 'exit')
  try {
    return await use(await getUrl(program, file))
  } finally {
    program.kill()
    await ended
  }
}

/** Waits until the program is listening. @returns Its URL, as it prints it. */
async function getUrl({ stdout }: ReturnType<typeof start>, file: string): Promise<string> {
  let printed = ''
  for await (const chunk of stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += chunk
    const [, url] = /listening on (\S+)\n/.exec(printed) ?? []
    if (url === undefined) continue
    stdout.resume()
    return url
  }
  throw new InvalidSetting(`${file} does not start. The lines above say why.`)
}

/** Starts a program that signs its own tokens, with a rate limit that no test reaches. */
function start(args: string[], folder: string, overrides: Record<string, string>) {
  const { AUTH_ISSUER: _, AUTH_AUDIENCE: __, ...environment } = process.env
  const env = {
    ...environment,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA: folder,
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '9999999',
    ...overrides,
  }
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
}
