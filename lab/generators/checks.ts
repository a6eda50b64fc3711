// The calls that every generated client makes to the service and to the mock with state. A comparison such as
// `problem.status === 404` also checks the types: the compiler knows only the problems that the contract documents for the
// operation.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Problem } from '@plant-collection/client'
import type { PlantClient, Result } from './clients/plant-client.ts'

/** A valid entity tag that no plant has. */
const oldTag = `"${'A'.repeat(27)}"`

export const checks: Record<string, (caller: PlantClient) => Promise<void>> = {
  async 'create a plant with a tag, and without, and read it'(caller) {
    const plant = getBody(await caller.createPlant({ name: 'Monstera deliciosa', tag: 'Araceae' }))
    assert.deepEqual(getBody(await caller.getPlant(plant.id)), plant)
    assert.deepEqual([plant.name, plant.tag], ['Monstera deliciosa', 'Araceae'])
    assert.equal(plant.createdAt, plant.updatedAt)
    assert.equal(getBody(await caller.createPlant({ name: 'Fern' })).tag, '')
  },

  async 'repeat a creation with Idempotency-Key, and get 422 for another plant'(caller) {
    const headers = { 'Idempotency-Key': randomUUID() }
    const plant = getBody(await caller.createPlant({ name: 'Fern' }, headers))
    assert.deepEqual(getBody(await caller.createPlant({ name: 'Fern' }, headers)), plant)
    const problem = toProblem(await caller.createPlant({ name: 'Moss' }, headers), 'idempotency-key-reused')
    assert(problem.status === 422)
  },

  async 'get 400 with every invalid field'(caller) {
    const problem = toProblem(await caller.createPlant({ name: '', tag: 'x'.repeat(65) }), 'invalid-request')
    assert(problem.status === 400)
    assert.deepEqual(problem.errors.map(({ pointer }) => pointer).toSorted(), ['/name', '/tag'])
    assert(problem.errors.every(({ detail }) => detail !== ''))
  },

  async 'list the plants with a tag, in pages'(caller) {
    const tag = randomUUID()
    const created = []
    for (const name of ['Fern', 'Ivy', 'Moss']) created.push(getBody(await caller.createPlant({ name, tag })))
    assert.deepEqual(getBody(await caller.listPlants({ tag })), created)
    const first = getBody(await caller.listPlants({ tag, limit: 2 }))
    assert.deepEqual(first, created.slice(0, 2))
    const after = first.at(-1)?.id ?? ''
    assert.deepEqual(getBody(await caller.listPlants({ tag, limit: 2, after })), created.slice(2))
  },

  async 'change the name, keep the tag, and remove it with null or an empty text'(caller) {
    for (const noTag of [null, '']) {
      const { id } = getBody(await caller.createPlant({ name: 'Fern', tag: 'hall' }))
      const { name, tag } = getBody(await caller.updatePlant(id, { name: 'Moss' }))
      assert.deepEqual([name, tag], ['Moss', 'hall'])
      assert.equal(getBody(await caller.updatePlant(id, { tag: noTag })).tag, '')
    }
  },

  async 'change and delete a plant with If-Match, get 412 with an old entity tag, and 404 after the deletion'(caller) {
    const { id } = getBody(await caller.createPlant({ name: 'Fern' }))
    assert.equal(getBody(await caller.updatePlant(id, { tag: 'hall' }, { 'If-Match': '*' })).tag, 'hall')
    const refused = toProblem(await caller.updatePlant(id, { tag: '' }, { 'If-Match': oldTag }), 'precondition-failed')
    assert(refused.status === 412)
    const kept = toProblem(await caller.deletePlant(id, { 'If-Match': oldTag }), 'precondition-failed')
    assert(kept.status === 412)
    assert.equal(getBody(await caller.deletePlant(id)), undefined)
    const problem = toProblem(await caller.getPlant(id), 'not-found')
    assert(problem.status === 404)
  },
}

/** @throws {Error} if the call returned a problem. */
function getBody<Body>(result: Result<Body, unknown>): Body {
  if (result.ok) return result.body
  throw new Error(`The call returned a problem: ${JSON.stringify(result.problem)}`)
}

/** @param type The last part of the expected `type`. @throws {Error} if the call returned anything else. */
function toProblem<Refused extends Problem>(result: Result<unknown, Refused>, type: string): Refused {
  if (result.ok) throw new Error('The call succeeded.')
  assert.equal(result.problem?.type, `tag:plants.example,2026:${type}`)
  assert.match(result.problem.detail ?? '', /\w/)
  return result.problem
}
