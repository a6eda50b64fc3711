// The gate: every point of the contract is exercised on the live service, and the gate notices what is not.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  at,
  type ContractAnswer,
  httpAnswers,
  operation,
  operations,
} from '../../../tools/contract-tester/contract/openapi.ts'
import { missing, provocations, provokeAll, shownBy, wrong } from './coverage.ts'
import { type Contract, nameOf } from './points.ts'
import { provoke } from './run-scenario.ts'
import { type Exchange, example, get } from './scenario.ts'

const path = `/plants/${Object(example('TaggedPlant')).id}`

let exchanges: Exchange[]
/** A plant that was read. */
let read: Exchange
beforeAll(async () => {
  exchanges = await provokeAll(provocations())
  const found = exchanges.find(({ of, answer }) => of === 'getPlant' && answer.status === 200)
  if (found === undefined) throw new Error('No plant was read.')
  read = found
}, 60_000)

describe('the live service', () => {
  it('has shown every point of the contract', () => {
    expect(missing(shownBy(exchanges)).join('\n')).toBe('')
  })

  it('has answered as documented, whatever was provoked', () => {
    expect(wrong(exchanges)).toEqual([])
  })

  // The version is part of every entity tag.
  it('has sent the entity tag of the examples; a new version needs a new one', () => {
    const { etag } = read.answer.headers
    const examples = ['headers/ETag', 'parameters/IfNoneMatch/examples/seen', 'parameters/IfMatch/examples/seen']
    for (const place of examples) {
      const { value } = at(`/components/${place}`)
      expect(value.example ?? value.value, `put ${etag} in its place, in all of openapi.yaml`).toBe(etag)
    }
  })
})

/** The contract with another answer of an operation. */
function withAnswer(id: string, answer: ContractAnswer): Contract {
  const others = operations.filter((one) => one.id !== id)
  const changed = operation(id)
  return {
    operations: [...others, { ...changed, answers: new Map([...changed.answers, [answer.status, answer]]) }],
    httpAnswers,
  }
}

function answerOf(id: string, status: number): ContractAnswer {
  const answer = operation(id).answers.get(status)
  if (answer === undefined) throw new Error(`openapi.yaml has no ${status} of ${id}`)
  return answer
}

describe('the gate', () => {
  const plain = answerOf('getPlant', 200)
  const tea = { pointer: '/components/headers/X-Tea', required: false, schema: '', example: 'mint' }
  const teapot = { schema: '', type: '/problems/teapot', examples: { short: { stout: true } } }
  const empty: ContractAnswer = { status: 425, headers: new Map(), content: new Map() }
  const withExample = { ...plain, content: new Map([['application/json', { schema: '', examples: { mint: {} } }]]) }
  const pruning = { ...operation('deletePlant'), id: 'prunePlant', parameters: [], answers: new Map([[425, empty]]) }

  it.each<[string, Contract, string[]]>([
    [
      'an answer',
      withAnswer('listPlants', {
        status: 418,
        headers: new Map([['x-tea', tea]]),
        content: new Map([['application/problem+json', teapot]]),
      }),
      [
        'listPlants 418',
        'listPlants 418, header x-tea',
        'listPlants 418, media type application/problem+json',
        'listPlants 418, problem type /problems/teapot',
        'listPlants 418, example short',
        'every answer headers, example X-Tea: mint',
      ],
    ],
    [
      'a header',
      withAnswer('getPlant', { ...plain, headers: new Map([['x-tea', { ...tea, example: null }]]) }),
      ['getPlant 200, header x-tea', 'every answer headers, example X-Tea: null'],
    ],
    ['an example', withAnswer('getPlant', withExample), ['getPlant 200, example mint']],
    ['what any request may get', { operations, httpAnswers: new Map([[425, empty]]) }, ['any request 425']],
    ['an operation', { operations: [...operations, pruning], httpAnswers }, ['prunePlant 425']],
  ])('names %s that nobody has exercised, and says what to do', (_what, contract, names) => {
    const lines = missing(shownBy(exchanges, contract))
    expect(lines.slice(0, -3)).toEqual(names)
    expect(lines.slice(-3).join(' ')).toMatch(
      /Add what causes each to test\/proof\/coverage\/provocations\/operations\.ts/,
    )
  })

  it('says what was sent in the place of an example', () => {
    const etag = { ...at('/components/headers/ETag'), required: true, schema: '', example: '"old"' }
    const changed = withAnswer('getPlant', { ...plain, headers: new Map([['etag', etag]]) })
    const contract = { operations: changed.operations.slice(-1), httpAnswers }
    expect(missing(shownBy([read], contract))).toContain(
      `every answer headers, example ETag: "old" (sent instead: ${read.answer.headers.etag})`,
    )
  })

  const shownNames = (exchange: Exchange) =>
    shownBy([exchange])
      .filter(({ times }) => times > 0)
      .map(({ point }) => nameOf(point))

  it('does not take a status for its headers, nor a body for its example', () => {
    const { etag: _, ...headers } = read.answer.headers
    const body = read.answer.body.replace('Monstera', 'monstera')
    const lost = shownNames(read).filter(
      (name) => !shownNames({ ...read, answer: { ...read.answer, headers, body } }).includes(name),
    )
    expect(lost).toEqual([
      'getPlant 200, header etag',
      'getPlant 200, example tagged',
      expect.stringMatching(/^every answer headers, example ETag: /),
    ])
  })

  it('takes nothing from an answer that is not as documented, or that is of another operation', () => {
    expect(shownNames({ ...read, findings: ['something'] })).toEqual([])
    expect(shownNames({ ...read, of: 'updatePlant' }).filter((name) => name.startsWith('getPlant'))).toEqual([])
  })

  it('does not take one kind of problem for another with its status', async () => {
    const bytes = 'GET /plants HTTP/1.1\r\n\r\n'
    const exchange = await provoke({ of: 'listPlants', cause: 'no Host', step: { ...get('/plants'), bytes } })
    expect(exchange.answer.status).toBe(400)
    expect(shownNames(exchange)).toEqual([])
  })

  it('takes what the service really sent: without limits, no answer shows those', async () => {
    const circumstance = 'a part of the road breaks'
    const { answer, findings } = await provoke({ of: 'getPlant', cause: circumstance, circumstance, step: get(path) })
    expect([answer.status, findings]).toEqual([500, []])
    const names = shownNames({ of: 'getPlant', cause: '', step: get(path), answer, findings })
    expect(names).toContain('getPlant 500, header vary')
    expect(names).not.toContain('getPlant 500, header ratelimit')
  })

  it('notices a request that is not of the operation it is to count for', async () => {
    const { findings } = await provoke({ of: 'listPlants', cause: 'a slip', step: get(path) })
    expect(findings).toContain(`GET ${path} is no request for listPlants`)
  })
})
