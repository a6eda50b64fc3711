// One suite, unchanged, in each runtime: against the service in its own process, and against the handlers.
import { beforeAll, expect, it } from 'vitest'
import { newFolder } from '../../stack/test/support/folder.ts'
import { startProcess, tokenFor, usedFolder } from '../../test/support/service-process.ts'
import { createSuiteProject, findRuntimes, withoutHandlers, withoutService } from './runtimes.ts'
import { checks, type Implementation } from './suite.ts'

const runtimes = Object.entries(await findRuntimes())
let project: string
let implementations: Implementation[]

beforeAll(async () => {
  project = await newFolder('runtimes-')
  const settings = { DATA: await usedFolder(), RATE_LIMIT_PER_MINUTE: '0' }
  const { url } = await startProcess(settings)
  implementations = [{ name: 'the service', baseUrl: url, token: await tokenFor(settings) }]
  await createSuiteProject(project)
})

it.each(runtimes)('the client passes every check in %s', async (runtime, run) => {
  const services = runtime === withoutService ? [] : implementations
  const names = [...services.map(({ name }) => name), ...(runtime === withoutHandlers ? [] : ['the handlers'])]
  const passed = names.flatMap((name) => Object.keys(checks).map((check) => `${name}: ${check}: passed`))
  expect(await run(project, services)).toEqual(passed)
})
