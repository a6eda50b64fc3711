// A contract that is not of this project, and a server for it: the contract tester finds nothing wrong, and finds the
// faults that are put into the server one after the other.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { readSeed } from '../../environment.ts'
import { readContract } from '../../tester/contract/tested-contract.ts'
import { failedCases, formatFailures } from '../../tester/report.ts'
import { runSuite, type SuiteResult } from '../../tester/suite.ts'
import { temporaryFolder } from '../support/folder.ts'
import { listenOn } from '../support/free-port.ts'
import { waitMs } from '../support/wait.ts'
import { faults } from './plain-service/faults.ts'
import { createLibrary } from './plain-service/server.ts'

const place = 'stack/test/tester/plain-service'
const contract = await readContract(`${place}/openapi.yaml`)
const text = await readFile(`${place}/server.ts`, 'utf8')
const seed = readSeed()

const methods = new Set<string | undefined>()

async function test(create: typeof createLibrary, { perFamily = 3, mayWrite = true, endsAtFailure = false } = {}) {
  const result: SuiteResult = { cases: [], skipped: [] }
  const failure = new AbortController()
  const server = create('secret').on('request', ({ method }) => {
    methods.add(method)
    if (endsAtFailure && failedCases(result).length > 0) failure.abort('found')
  })
  try {
    const url = `http://127.0.0.1:${await listenOn(server)}`
    const target = { contract, url, tokens: { token: 'secret' }, mayWrite, isMock: false, timeoutMs: waitMs }
    const suite = { seed, perFamily, sequences: 1, skip: [], signal: failure.signal }
    return await runSuite(target, suite, result)
  } finally {
    server.close()
  }
}

it(`a correct server keeps its contract (SEED=${seed})`, async () => {
  const result = await test(createLibrary, { perFamily: 20 })
  expect(formatFailures(result)).toBe('')
  expect(result.cases.length).toBeGreaterThan(40)
  expect({ skipped: result.skipped, left: result.left }).toEqual({ skipped: [], left: [] })
})

it('without permission to write, the contract tester only reads', async () => {
  methods.clear()
  const result = await test(createLibrary, { mayWrite: false })
  expect(formatFailures(result)).toBe('')
  expect([...methods]).toEqual(['GET'])
  expect(result.skipped.map(({ reason }) => reason)).toContain('only with WRITE=1')
})

it(`the contract tester finds the faults of a server (SEED=${seed})`, async () => {
  await using folder = await temporaryFolder()
  const missed: string[] = []
  for (const [index, [name, from, to]] of faults.entries()) {
    expect(text.split(from), name).toHaveLength(2)
    const file = join(folder.path, `${index}.ts`)
    await writeFile(file, text.split(from).join(to))
    const { createLibrary: create } = await import(pathToFileURL(file).href)
    if (failedCases(await test(create, { endsAtFailure: true })).length === 0) missed.push(name)
  }
  // No contract says that a PUT removes what its body does not have.
  expect(missed).toEqual(['a replacement keeps old properties'])
})
