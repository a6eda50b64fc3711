// One suite, unchanged, in each runtime: against the service and the mock in their own processes, and against the handlers.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { installTimeoutMs } from '../../support/installed-packages.ts'
import { startMockProcess, startServiceProcess } from '../implementations.ts'
import { createSuiteProject, findRuntimes, withoutHandlers } from './runtimes.ts'
import { checks, type Implementation } from './suite.ts'

const runtimes = Object.entries(await findRuntimes())
let project: string
let implementations: Implementation[]

beforeAll(async () => {
  project = await newFolder('runtimes-')
  const [service, mock] = await Promise.all([startServiceProcess(), startMockProcess()])
  const { token = '' } = await service.newCaller()
  implementations = [
    { name: 'the service', baseUrl: service.url, token, isStateful: true },
    { name: 'the mock', baseUrl: mock.url, token: 'any', isStateful: false },
  ]
  await createSuiteProject(project)
}, installTimeoutMs)
afterAll(cleanUp)

it('finds at least six runtimes, and seven on Linux with an x64 processor', () => {
  expect(runtimes.length).toBeGreaterThanOrEqual(process.platform === 'linux' && process.arch === 'x64' ? 7 : 6)
})

it.each(runtimes)('the client passes every check in %s', { timeout: 60_000 }, async (runtime, run) => {
  const handlers = runtime === withoutHandlers ? [] : ['the handlers']
  const names = [...implementations.map(({ name }) => name), ...handlers]
  const passed = names.flatMap((implementation) => Object.keys(checks).map((check) => ({ implementation, check })))
  expect(await run(project, implementations)).toEqual(passed)
})
