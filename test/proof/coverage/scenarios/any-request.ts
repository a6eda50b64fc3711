// What HTTP itself brings: answers to requests that name no operation, that are no HTTP, or that never end; and those that
// the contract has for any request at all.
import { limits } from '../../../../tools/contract-tester/contract/openapi.ts'
import { example, get, type Provocation } from '../scenario.ts'

type Cause = Omit<Provocation, 'of'>

const plants = get('/plants')
const originField = 'Origin: http://localhost:5173\r\n'

export const ofAnyRequest: Cause[] = [
  // First, since it takes the longest: as long as the server waits for a head.
  { cause: 'a head that does not end', step: { ...plants, bytes: `GET /plants HTTP/1.1\r\nHost: localhost\r\n` } },
  { cause: 'a question for what there is', step: { method: 'OPTIONS', target: '/plants' } },
  { cause: 'no Host', step: { ...plants, bytes: `GET /plants HTTP/1.1\r\n${originField}\r\n` } },
  { cause: 'no HTTP at all', step: { ...plants, bytes: 'hello\r\n\r\n' } },
  { cause: 'a path there is not', step: get('/nowhere') },
  // Who asks an operation may get these, too, and is told of limits.
  { cause: 'no such plant', step: get(`/plants/${Object(example('TaggedPlant')).id}`) },
  { cause: 'the database is damaged', circumstance: 'the database is damaged', step: plants },
  { cause: 'a method the path does not have', step: { method: 'PUT', target: '/plants' } },
  { cause: 'an address over the limit', step: get(`/plants?tag=${'x'.repeat(limits.targetBytes)}`) },
  { cause: 'another expectation', step: get('/plants', { headers: { Expect: 'tea' } }) },
  { cause: 'a head over the limit', step: get('/plants', { headers: { 'X-Filler': 'x'.repeat(limits.headBytes) } }) },
  { cause: 'a part of the road breaks', circumstance: 'a part of the road breaks', step: get('/nowhere') },
]
