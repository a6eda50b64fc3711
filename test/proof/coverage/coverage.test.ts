// The live service exercises every point of the contract, and `make coverage` notices each point that it does not.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  at,
  type ContractResponse,
  httpResponses,
  operation,
  operations,
} from '../../../tools/contract-tester/contract/openapi.ts'
import { allScenarios, coverageOf, deviationsIn, missingPoints, runScenarios } from './coverage.ts'
import { type Contract, nameOf } from './points.ts'
import { runScenario } from './run-scenario.ts'
import { type Exchange, example, get } from './scenario.ts'

const path = `/plants/${Object(example('TaggedPlant')).id}`

let exchanges: Exchange[]
let readPlant: Exchange
beforeAll(async () => {
  exchanges = await runScenarios(allScenarios())
  const found = exchanges.find(({ of, response }) => of === 'getPlant' && response.status === 200)
  if (found === undefined) throw new Error('No scenario reads a plant.')
  readPlant = found
}, 60_000)

describe('the live service', () => {
  it('exercises every point of the contract', () => {
    expect(missingPoints(coverageOf(exchanges)).join('\n')).toBe('')
  })

  it('responds as documented in every scenario', () => {
    expect(deviationsIn(exchanges)).toEqual([])
  })

  // A new property of a plant changes its entity tag, so it needs a new example.
  it.each(['headers/ETag', 'parameters/IfNoneMatch/examples/seen', 'parameters/IfMatch/examples/seen'])(
    'sends the entity tag of the example %s',
    (place) => {
      const { etag } = readPlant.response.headers
      const { value } = at(`/components/${place}`)
      expect(value.example ?? value.value, `Replace the example in all of openapi.yaml by ${etag}`).toBe(etag)
    },
  )
})

/** The contract with one more or another response of an operation. */
function withResponse(id: string, response: ContractResponse): Contract {
  const changed = operation(id)
  const responses = new Map([...changed.responses, [response.status, response]])
  return { operations: [...operations.filter((one) => one.id !== id), { ...changed, responses }], httpResponses }
}

const pointsShownBy = (exchange: Exchange) =>
  coverageOf([exchange])
    .filter(({ times }) => times > 0)
    .map(({ point }) => nameOf(point))

describe('missingPoints', () => {
  const ok = operation('getPlant').responses.get(200) ?? {
    status: 200,
    description: '',
    headers: new Map(),
    content: new Map(),
  }
  const tea = { pointer: '/components/headers/X-Tea', required: false, schema: '', example: 'mint' }
  const teapot = { schema: '', type: 'tag:plants.example,2026:teapot', examples: { short: { stout: true } } }
  const tooEarly: ContractResponse = { status: 425, description: '', headers: new Map(), content: new Map() }
  const withExample = { ...ok, content: new Map([['application/json', { schema: '', examples: { mint: {} } }]]) }
  const newOperation = { ...operation('deletePlant'), id: 'new', parameters: [], responses: new Map([[425, tooEarly]]) }

  it.each<[string, Contract, string[]]>([
    [
      'response',
      withResponse('listPlants', {
        status: 418,
        description: '',
        headers: new Map([['x-tea', tea]]),
        content: new Map([['application/problem+json', teapot]]),
      }),
      [
        'listPlants 418',
        'listPlants 418, header x-tea',
        'listPlants 418, media type application/problem+json',
        'listPlants 418, problem type tag:plants.example,2026:teapot',
        'listPlants 418, example short',
        'every response headers, example X-Tea: mint',
      ],
    ],
    [
      'header',
      withResponse('getPlant', { ...ok, headers: new Map([['x-tea', { ...tea, example: null }]]) }),
      ['getPlant 200, header x-tea', 'every response headers, example X-Tea: null'],
    ],
    ['example', withResponse('getPlant', withExample), ['getPlant 200, example mint']],
    ['response to any request', { operations, httpResponses: new Map([[425, tooEarly]]) }, ['any request 425']],
    ['operation', { operations: [...operations, newOperation], httpResponses }, ['new 425']],
  ])('names a new %s, and says what to do', (_, contract, names) => {
    const lines = missingPoints(coverageOf(exchanges, contract))
    expect(lines.slice(0, -3)).toEqual(names)
    expect(lines.slice(-3).join(' ')).toContain('Add a scenario for each to test/proof/coverage/scenarios.ts.')
  })

  it('says what was sent in place of an example', () => {
    const etag = { ...at('/components/headers/ETag'), required: true, schema: '', example: '"old"' }
    const { operations: changed } = withResponse('getPlant', { ...ok, headers: new Map([['etag', etag]]) })
    expect(missingPoints(coverageOf([readPlant], { operations: changed.slice(-1), httpResponses }))).toContain(
      `every response headers, example ETag: "old" (sent instead: ${readPlant.response.headers.etag})`,
    )
  })
})

describe('an exchange', () => {
  it('shows a header or an example only if the response has it', () => {
    const { etag: _, ...headers } = readPlant.response.headers
    const body = readPlant.response.body.replace('Monstera', 'monstera')
    const remaining = pointsShownBy({ ...readPlant, response: { ...readPlant.response, headers, body } })
    expect(pointsShownBy(readPlant).filter((name) => !remaining.includes(name))).toEqual([
      'getPlant 200, header etag',
      'getPlant 200, example tagged',
      expect.stringMatching(/^every response headers, example ETag: /),
    ])
  })

  it('shows nothing if the response is not as documented, or belongs to another operation', () => {
    expect(pointsShownBy({ ...readPlant, deviations: ['a deviation'] })).toEqual([])
    expect(pointsShownBy({ ...readPlant, of: 'updatePlant' }).filter((name) => name.startsWith('getPlant'))).toEqual([])
  })

  it('does not show a problem type by another one with the same status', async () => {
    const bytes = 'GET /plants HTTP/1.1\r\n\r\n'
    const exchange = await runScenario({ of: 'listPlants', cause: 'no Host', step: { ...get('/plants'), bytes } })
    expect(exchange.response.status).toBe(400)
    expect(pointsShownBy(exchange)).toEqual([])
  })

  it('shows only headers that were sent: without rate limits, no RateLimit', async () => {
    const circumstance = 'a step of the pipeline throws'
    const exchange = await runScenario({ of: 'getPlant', cause: circumstance, circumstance, step: get(path) })
    expect(exchange).toMatchObject({ response: { status: 500 }, deviations: [] })
    const names = pointsShownBy(exchange)
    expect(names).toContain('getPlant 500, header vary')
    expect(names).not.toContain('getPlant 500, header ratelimit')
  })

  it('is rejected if its request is for another operation', async () => {
    const { deviations } = await runScenario({ of: 'listPlants', cause: 'a mistake', step: get(path) })
    expect(deviations).toContain(`GET ${path} is not a request for listPlants`)
  })
})
