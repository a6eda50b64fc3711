// The calls that every generated client makes to the mock. The mock stores nothing: `Prefer` selects the response where it
// does not follow from the request.
import assert from 'node:assert/strict'
import type { PlantClient } from './clients/plant-client.ts'
import { bodyOf, expectType, problemOf } from './expectations.ts'

/** @param prefer The `Prefer` header of all requests. */
export type MockCaller = (prefer?: string) => PlantClient
export type MockCheck = (caller: MockCaller) => Promise<void>

const id = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'

export const mockChecks: Record<string, MockCheck> = {
  async 'create a plant with a tag'(caller) {
    const { tag } = bodyOf(await caller().createPlant({ name: 'Monstera deliciosa', tag: 'Araceae' }))
    assert.equal(tag, 'Araceae')
  },

  async 'create a plant without a tag'(caller) {
    assert.equal(bodyOf(await caller('example=untagged').createPlant({ name: 'The fern on the stairs' })).tag, '')
  },

  async 'get 422 for a reused Idempotency-Key'(caller) {
    const problem = problemOf(await caller('code=422').createPlant({ name: 'Fern' }, { 'Idempotency-Key': 'key' }))
    assert(problem.status === 422)
    expectType(problem, 'idempotency-key-reused')
  },

  async 'get 400 with every invalid field'(caller) {
    const problem = problemOf(await caller().createPlant({ name: '', tag: 'x'.repeat(65) }))
    assert(problem.status === 400)
    expectType(problem, 'invalid-request')
    assert.deepEqual(problem.errors.map(({ pointer }) => pointer).toSorted(), ['/name', '/tag'])
  },

  async 'get 401 for an expired token'(caller) {
    const problem = problemOf(await caller('code=401, example=expiredToken').listPlants({ limit: 1 }))
    assert(problem.status === 401)
    expectType(problem, 'unauthorized')
    assert.equal(problem.detail, 'The token has expired.')
  },

  async 'list at most limit plants'(caller) {
    assert.equal(bodyOf(await caller().listPlants({ limit: 1, tag: 'Araceae' })).length, 1)
  },

  async 'iterate with after'(caller) {
    const first = bodyOf(await caller().listPlants({ limit: 1 }))
    const second = bodyOf(await caller().listPlants({ limit: 1, after: first.at(-1)?.id ?? '' }))
    assert.equal(second.length, 1)
    assert.notDeepEqual(second, first)
  },

  async 'list no plants'(caller) {
    assert.deepEqual(bodyOf(await caller('example=noPlants').listPlants({})), [])
  },

  async 'read a plant'(caller) {
    assert.equal(bodyOf(await caller().getPlant(id)).id, id)
  },

  async 'get 404 for a missing plant'(caller) {
    const problem = problemOf(await caller('code=404').getPlant(id))
    assert(problem.status === 404)
    expectType(problem, 'not-found')
  },

  async 'remove the tag with null'(caller) {
    assert.equal(bodyOf(await caller('example=untag').updatePlant(id, { tag: null })).tag, '')
  },

  async 'remove the tag with an empty text'(caller) {
    assert.equal(bodyOf(await caller('example=untag').updatePlant(id, { tag: '' })).tag, '')
  },

  async 'get 412 for a change with an old If-Match'(caller) {
    const problem = problemOf(await caller('code=412').updatePlant(id, { name: 'Fern' }, { 'If-Match': '"old"' }))
    assert(problem.status === 412)
    expectType(problem, 'precondition-failed')
  },

  async 'delete a plant'(caller) {
    assert.equal(bodyOf(await caller().deletePlant(id)), undefined)
  },

  async 'get 503 while the service is not available'(caller) {
    const problem = problemOf(await caller('code=503').deletePlant(id))
    assert(problem.status === 503)
    expectType(problem, 'unavailable')
  },
}
