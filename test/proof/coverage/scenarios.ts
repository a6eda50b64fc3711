// The scenarios that are written by hand: for each operation a request that succeeds and whatever only this operation can
// return, then what any request can get. derived-scenarios.ts derives the rest from the first scenario of an operation.
import type { operations } from '../../../generated/api.d.ts'
import { limits } from '../../../tools/contract-tester/contract/openapi.ts'
import { tooManyFromAddress } from './derived-scenarios.ts'
import { example, get, type Scenario, type Step, send } from './scenario.ts'

type OfOperation = Pick<Scenario, 'cause' | 'before' | 'step'>

const plants = '/plants'
const plant = `/plants/${Object([example('TwoPlants')].flat()[0]).id}`
const addMonstera = send('POST', plants, example('NewTaggedPlant'), { at: '2025-11-20T09:00:00.000Z' })
const addFern = send('POST', plants, example('NewUntaggedPlant'), { at: '2025-11-20T09:00:01.000Z' })
const change = send('PATCH', plant, example('Rename'), { at: '2025-11-20T10:30:00.000Z' })
const remove: Step = { method: 'DELETE', target: plant }
const outdated = { headers: { 'If-Match': '"outdated"' } }
const present = { headers: { 'If-None-Match': '*' } }
const keyed = { headers: { 'Idempotency-Key': 'monday-1' } }

export const operationScenarios: Record<keyof operations, [success: OfOperation, ...others: OfOperation[]]> = {
  listPlants: [
    { cause: 'two plants', before: [addMonstera, addFern], step: get(plants) },
    { cause: 'no plants', step: get(plants) },
    { cause: 'more than one page', before: [addMonstera, addFern], step: get('/plants?limit=1') },
    { cause: 'a deprecated parameter', step: get(`/plants?cursor=${'A'.repeat(32)}`) },
    { cause: 'a current ETag', before: [get(plants)], step: get(plants, { headers: { 'If-None-Match': '{etag}' } }) },
    { cause: 'an outdated ETag', step: get(plants, outdated) },
  ],
  createPlant: [
    { cause: 'a new plant', step: addMonstera },
    {
      cause: 'a key that was used for another plant',
      before: [send('POST', plants, { name: 'Fern' }, keyed)],
      step: send('POST', plants, { name: 'Moss' }, keyed),
    },
    { cause: 'an outdated ETag of the list', step: send('POST', plants, { name: 'Moss' }, outdated) },
    { cause: 'a list that exists', step: send('POST', plants, { name: 'Moss' }, present) },
  ],
  getPlant: [
    { cause: 'a plant', before: [addMonstera], step: get(plant) },
    { cause: 'an unknown plant', step: get(plant) },
    { cause: 'an outdated ETag', before: [addMonstera], step: get(plant, outdated) },
  ],
  updatePlant: [
    { cause: 'a change', before: [addMonstera], step: change },
    { cause: 'an unknown plant', step: change },
    { cause: 'an outdated ETag', before: [addMonstera], step: send('PATCH', plant, example('Rename'), outdated) },
    { cause: 'a plant that exists', before: [addMonstera], step: send('PATCH', plant, example('Rename'), present) },
  ],
  deletePlant: [
    { cause: 'a plant', before: [addMonstera], step: remove },
    { cause: 'an unknown plant', step: remove },
    { cause: 'an outdated ETag', before: [addMonstera], step: { ...remove, ...outdated } },
    { cause: 'a plant that exists', before: [addMonstera], step: { ...remove, ...present } },
  ],
}

const listPlants = get(plants)
const originHeader = 'Origin: http://localhost:5173\r\n'

export const anyRequestScenarios: Omit<Scenario, 'of'>[] = [
  // The first one takes longest: until the service stops waiting for the head.
  { cause: 'a head that does not end', step: { ...listPlants, bytes: 'GET /plants HTTP/1.1\r\nHost: localhost\r\n' } },
  { cause: 'OPTIONS of the list', step: { method: 'OPTIONS', target: plants } },
  { cause: 'OPTIONS of a plant', step: { method: 'OPTIONS', target: plant } },
  { cause: 'no Host', step: { ...listPlants, bytes: `GET /plants HTTP/1.1\r\n${originHeader}\r\n` } },
  { cause: 'not HTTP', step: { ...listPlants, bytes: 'hello\r\n\r\n' } },
  { cause: 'an unknown path', step: get('/nowhere') },
  // Requests for an operation can get the rest, too.
  { cause: 'an unknown plant', step: get(`/plants/${Object(example('TaggedPlant')).id}`) },
  { cause: 'the operation throws', circumstance: 'every operation throws', step: listPlants },
  { cause: 'a method that the path does not have', step: { method: 'PUT', target: plants } },
  { cause: 'a target over the limit', step: get(`/plants?tag=${'x'.repeat(limits.targetBytes)}`) },
  tooManyFromAddress(get('/nowhere')),
  { cause: 'an unsupported expectation', step: get(plants, { headers: { Expect: 'tea' } }) },
  { cause: 'a head over the limit', step: get(plants, { headers: { 'X-Filler': 'x'.repeat(limits.headBytes) } }) },
  { cause: 'an internal error', circumstance: 'a step of the pipeline throws', step: get('/nowhere') },
]
