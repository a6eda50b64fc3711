// One suite, unchanged, in each runtime: against the service and the mock in their own processes, and against the handlers.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { installTimeoutMs } from '../../support/installed-packages.ts'
import { startProcess, tokenFor, usedFolder } from '../../support/service-process.ts'
import { createSuiteProject, findRuntimes, withoutHandlers } from './runtimes.ts'
import { checks, type Implementation } from './suite.ts'

const runtimes = Object.entries(await findRuntimes())
let project: string
let implementations: Implementation[]

beforeAll(async () => {
  project = await newFolder('runtimes-')
  implementations = await Promise.all([startService(), startMock()])
  await createSuiteProject(project)
}, installTimeoutMs)
afterAll(cleanUp)

async function startService(): Promise<Implementation> {
  const DATA = await usedFolder()
  const { url } = await startProcess({ DATA, RATE_LIMIT_PER_MINUTE: '0' })
  return { name: 'the service', baseUrl: url, token: await tokenFor({ DATA }), isStateful: true }
}

async function startMock(): Promise<Implementation> {
  const { url } = await startProcess({}, { script: 'server/mock/main.ts' })
  return { name: 'the mock', baseUrl: url, token: 'any', isStateful: false }
}

it('finds at least six runtimes, and seven on Linux with an x64 processor', () => {
  expect(runtimes.length).toBeGreaterThanOrEqual(process.platform === 'linux' && process.arch === 'x64' ? 7 : 6)
})

it.each(runtimes)('the client passes every check in %s', { timeout: 60_000 }, async (runtime, run) => {
  const handlers = runtime === withoutHandlers ? [] : ['the handlers']
  const names = [...implementations.map(({ name }) => name), ...handlers]
  const passed = names.flatMap((implementation) => Object.keys(checks).map((check) => ({ implementation, check })))
  expect(await run(project, implementations)).toEqual(passed)
})
