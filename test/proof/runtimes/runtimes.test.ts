// One suite, unchanged, in each runtime: against the service and the mock as processes of their own, and the handlers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { startProcess, tokenFor, usedFolder } from '../../support/service-process.ts'
import { installDeadlineMs } from '../package/consumers.ts'
import { runtimes, suiteProject } from './runtimes.ts'
import { checks, type Face } from './suite.ts'

const all = await runtimes()
let project: string
let faces: Face[]

beforeAll(async () => {
  project = await newFolder('runtimes-')
  const [service, mock] = await Promise.all([startService(), startMock(), suiteProject(project)])
  faces = [service, mock]
}, installDeadlineMs)
afterAll(cleanUp)

async function startService(): Promise<Face> {
  const DATA = await usedFolder()
  const { url } = await startProcess({ DATA, RATE_LIMIT_PER_MINUTE: '0' })
  return { name: 'the service', baseUrl: url, token: await tokenFor({ DATA }), keeps: true }
}

async function startMock(): Promise<Face> {
  const { url } = await startProcess({}, { script: 'server/mock/main.ts' })
  return { name: 'the mock', baseUrl: url, token: 'any', keeps: false }
}

it('the runtimes are at least five, and on Linux with an x64 processor six', () => {
  expect(Object.keys(all).length).toBeGreaterThanOrEqual(process.platform === 'linux' && process.arch === 'x64' ? 6 : 5)
})

describe.each(Object.entries(all))('%s', (_, run) => {
  it('does what every other does, check by check', { timeout: 60_000 }, async () => {
    const everyCheck = [...faces.map(({ name }) => name), 'the handlers'].flatMap((face) =>
      Object.keys(checks).map((check) => ({ face, check })),
    )
    expect(await run(project, faces)).toEqual(everyCheck)
  })
})
