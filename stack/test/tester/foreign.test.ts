// A correct service by somebody else passes, whatever its HTTP library does.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSeed } from '../../environment.ts'
import { formatFailures, formatTable } from '../../tester/report.ts'
import { runSuite } from '../../tester/suite.ts'
import { listenOn } from '../support/free-port.ts'
import { lampsContract as contract } from '../support/tested-contract.ts'
import { waitMs } from '../support/wait.ts'
import { createForeignService } from './foreign-service/server.ts'

const { scopes } = contract
// The value of each token is its name.
const callers = new Map(
  Object.entries({
    token: { name: 'caller', scopes: scopes.all },
    neighbourToken: { name: 'neighbour', scopes: scopes.all },
    noScopeToken: { name: 'caller', scopes: [] },
    readToken: { name: 'caller', scopes: scopes.read },
    writeToken: { name: 'caller', scopes: scopes.write },
  }),
)
const tokens = Object.fromEntries([...callers.keys(), 'otherToken', 'expiredToken'].map((name) => [name, name]))

const server = createForeignService(callers)
let target: Parameters<typeof runSuite>[0]
beforeAll(async () => {
  const url = `http://127.0.0.1:${await listenOn(server)}`
  target = { contract, url, tokens, mayWrite: true, isMock: false, timeoutMs: waitMs }
})
afterAll(() => void server.close())

const suite = { perFamily: 8, sequences: 5, skip: [] }

const seed = readSeed()

it(`a service by somebody else keeps the contract (SEED=${seed})`, async () => {
  const result = await runSuite(target, { ...suite, seed })
  expect(formatFailures(result)).toBe('')
  expect(result.cases.length).toBeGreaterThan(400)
  expect(result.skipped).toEqual([])
  const [, notes = ''] = formatTable(result).split('STRICT=1 makes each a failure:\n')
  expect(notes.split('\n')).toEqual([
    '  malformed heads: 400, but not as the contract documents it',
    '  large heads: 431, but not as the contract documents it',
    expect.stringMatching(/^ {2}unsupported expectations: .*417, but not as the contract documents it/),
    '  unsupported transfer codings: expected 501, got 400',
  ])
})

it('with STRICT=1, the HTTP library must keep the contract too', async () => {
  const only = ['large heads', 'unsupported transfer codings']
  const result = await runSuite({ ...target, isStrict: true }, { ...suite, seed: 1, only })
  expect(result.cases.filter(({ findings }) => findings.length === 0)).toEqual([])
  expect(formatFailures(result)).toContain('status: expected 501, got 400')
  expect(result.notes).toEqual([])
})
