// make generators: generates a client with each generator, compiles it, and calls the service and the mock with it.
import { refuse } from '../../stack/environment.ts'
import { cleanUp, cleanUpOnSignals } from '../../stack/test/support/folder.ts'
import { startMockProcess, startServiceProcess } from '../implementations.ts'
import { printResult, type Row } from '../print-result.ts'
import { checks } from './checks.ts'
import type { Connect, PlantClient } from './clients/plant-client.ts'
import { type Generator, generators } from './generators.ts'
import { compile, createProject, generate, getVersion, installGenerators, load } from './project.ts'

cleanUpOnSignals()
const { GENERATOR = '' } = process.env
const chosen = generators.filter(({ name }) => GENERATOR === '' || name === GENERATOR)
if (chosen.length === 0) {
  const names = generators.map(({ name }) => name).join(', ')
  refuse(`GENERATOR=${GENERATOR} is not the name of a generator. Use one of these: ${names}.`)
}

await installGenerators()
const service = await startServiceProcess()
const mock = await startMockProcess({ STATEFUL: '1' })
const errors: string[] = []
const rows: Row[] = []
for (const generator of chosen) rows.push(await toRow(generator))
await cleanUp()

printResult(
  {
    title: 'Client generators',
    shows:
      'Clients of three generators compile with the types of the contract, and call the live service and the mock.',
    command: GENERATOR === '' ? 'make generators' : `make generators GENERATOR=${GENERATOR}`,
    rows,
  },
  errors,
)

async function toRow(generator: Generator): Promise<Row> {
  const { name } = generator
  const version = `${generator.package} ${await getVersion(generator)}`
  const row = {
    Generator: name,
    Package: version,
    Compiled: 'no',
    'Passed on the service': '',
    'Passed on the mock': '',
  }
  const folder = await createProject(generator)
  console.log(`${name}: generating a client with ${version}...`)
  if (!(await passes(name, 'generate', () => generate(generator, folder)))) return row
  console.log(`${name}: compiling the client...`)
  if (!(await passes(name, 'compile', () => compile(folder)))) return row
  console.log(`${name}: calling the service and the mock...`)
  const [onService, onMock] = await getCalls(name, await load(folder))
  return { ...row, Compiled: 'yes', 'Passed on the service': onService, 'Passed on the mock': onMock }
}

/** @returns How many checks passed on the service, and how many on the mock. */
async function getCalls(name: string, connect: Connect): Promise<[string, string]> {
  const { token = '' } = await service.newCaller()
  const onService = connect({ url: service.url, token })
  // The mock accepts every token.
  const onMock = connect({ url: mock.url, token: name })
  return [await passed(`${name} on the service`, onService), await passed(`${name} on the mock`, onMock)]
}

async function passed(name: string, caller: PlantClient): Promise<string> {
  let count = 0
  for (const [step, check] of Object.entries(checks)) {
    if (await passes(name, step, () => check(caller))) count++
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
