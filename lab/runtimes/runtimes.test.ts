// One suite, unchanged, in each runtime: against the service in its own process, and against the handlers.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanUp, newFolder } from '../../stack/test/support/folder.ts'
import { startServiceProcess } from '../implementations.ts'
import { createSuiteProject, findRuntimes, withoutHandlers } from './runtimes.ts'
import { checks, type Implementation } from './suite.ts'

const runtimes = Object.entries(await findRuntimes())
let project: string
let implementations: Implementation[]

beforeAll(async () => {
  project = await newFolder('runtimes-')
  const service = await startServiceProcess()
  const { token = '' } = await service.newCaller()
  implementations = [{ name: 'the service', baseUrl: service.url, token }]
  await createSuiteProject(project)
})
afterAll(cleanUp)

it.each(runtimes)('the client passes every check in %s', async (runtime, run) => {
  const handlers = runtime === withoutHandlers ? [] : ['the handlers']
  const names = ['the service', ...handlers]
  const passed = names.flatMap((name) => Object.keys(checks).map((check) => `${name}: ${check}: passed`))
  expect(await run(project, implementations)).toEqual(passed)
})
