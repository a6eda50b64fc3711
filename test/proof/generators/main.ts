// make generators: generates a client with each generator, compiles it, and calls the service and the mock with it.
import { setTimeout as sleep } from 'node:timers/promises'
import { refuse } from '../../../tools/contract-tester/environment.ts'
import { cleanUp, cleanUpOnSignals } from '../../support/folder.ts'
import { report } from '../figures.ts'
import { startMockProcess, startServiceProcess } from '../implementations.ts'
import type { Connect } from './clients/plant-client.ts'
import { type Generator, generators } from './generators.ts'
import { mockChecks } from './mock-checks.ts'
import { installGenerators, Project, versionOf } from './project.ts'
import { serviceChecks } from './service-checks.ts'

const callTimeoutMs = 10_000

cleanUpOnSignals()
const { GENERATOR = '' } = process.env
const chosen = generators.filter(({ name }) => GENERATOR === '' || name === GENERATOR)
if (chosen.length === 0) {
  const names = generators.map(({ name }) => name).join(', ')
  refuse(`GENERATOR=${GENERATOR} is not the name of a generator. Use one of these: ${names}.`)
}

await installGenerators()
const service = await startServiceProcess()
const mock = await startMockProcess()
const startedAt = performance.now()
const errors: string[] = []
const rows: (string | number)[][] = []
for (const generator of chosen) rows.push(await rowOf(generator))
await cleanUp()

const numberOfCalls = Object.keys(serviceChecks).length + Object.keys(mockChecks).length
await report(
  'generators',
  {
    title: 'Client generators',
    shows:
      'Each generator makes a client from the contract. The strict compiler compares its types with those of the contract: ' +
      'plants, bodies, and the problems of each operation. Then the client calls the live service and the mock.',
    command: GENERATOR === '' ? 'make generators' : `make generators GENERATOR=${GENERATOR}`,
    seconds: secondsSince(startedAt),
    figures: { Generators: chosen.length, 'Checks of each client': numberOfCalls, Failed: errors.length },
    tables: [
      {
        title: 'Clients',
        columns: ['Generator', 'Package', 'Generated (s)', 'Compiled', 'Passed on the service', 'Passed on the mock'],
        rows,
      },
    ],
  },
  errors,
)

async function rowOf(generator: Generator): Promise<(string | number)[]> {
  const { name } = generator
  const version = `${generator.package} ${await versionOf(generator)}`
  const project = await Project.create(generator)
  console.log(`${name}: generating a client with ${version}...`)
  const generatedAt = performance.now()
  if (!(await passes(name, 'generate', () => project.generate()))) return [name, version, '', 'no', '', '']
  const seconds = Math.round(secondsSince(generatedAt) * 10) / 10
  console.log(`${name}: compiling the client...`)
  if (!(await passes(name, 'compile', () => project.compile()))) return [name, version, seconds, 'no', '', '']
  console.log(`${name}: calling the service and the mock...`)
  return [name, version, seconds, 'yes', ...(await callsOf(name, await project.load()))]
}

/** @returns How many checks passed on the service, and how many on the mock. */
async function callsOf(name: string, connect: Connect): Promise<string[]> {
  const { token = '', expiredToken = '' } = await service.newCaller()
  const callers = {
    caller: connect({ url: service.url, token, headers: {} }),
    expired: connect({ url: service.url, token: expiredToken, headers: {} }),
  }
  const mockCaller = (prefer?: string) =>
    connect({ url: mock.url, token: 'any', headers: prefer === undefined ? {} : { Prefer: prefer } })
  return [
    await passed(`${name} on the service`, serviceChecks, (check) => check(callers)),
    await passed(`${name} on the mock`, mockChecks, (check) => check(mockCaller)),
  ]
}

async function passed<Check>(
  name: string,
  checks: Record<string, Check>,
  run: (check: Check) => Promise<void>,
): Promise<string> {
  let count = 0
  for (const [step, check] of Object.entries(checks)) {
    if (await passes(name, step, () => Promise.race([run(check), timeout()]))) count++
  }
  return `${count} of ${Object.keys(checks).length}`
}

/** Keeps the message of a failure for the report. */
async function passes(name: string, step: string, run: () => Promise<void>): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    errors.push(`${name}: ${step}: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}

async function timeout(): Promise<never> {
  await sleep(callTimeoutMs, undefined, { ref: false })
  throw new Error(`no result after ${callTimeoutMs} ms`)
}

function secondsSince(time: number): number {
  return (performance.now() - time) / 1000
}
