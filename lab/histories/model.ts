// The sequential specification of a store, with which recorded histories are compared.
import { isDeepStrictEqual } from 'node:util'
import type { Plant } from '../../generated/api.d.ts'

export interface ListQuery {
  tag: string | undefined
  after: string | undefined
  limit: number
}

export interface PlantChange {
  name: string | undefined
  tag: string | undefined
  /** New `updatedAt` of the plant, unless the plant has a later one. */
  updatedAt: string
}

export type Call =
  | { name: 'create'; plant: Plant }
  | { name: 'createOnce'; key: string; plant: Plant }
  | { name: 'get'; id: string }
  | { name: 'list'; query: ListQuery }
  | { name: 'revision' }
  | { name: 'update'; id: string; change: PlantChange; expected: Plant | undefined }
  | { name: 'delete'; id: string; expected: Plant | undefined }

/** The result that the caller gets: `'refused'` if `create` has an existing id, `true` for `delete`, else plants. */
export interface Observation {
  result: Plant | Plant[] | 'refused' | true | undefined
  revision?: string
}

export interface Entry {
  call: Call
  observed: Observation
  /** Positions in the order in which the calls of all clients start and end. */
  start: number
  end: number
}

/** The plants of one owner. States are immutable. */
export interface State {
  plants: Record<string, Plant>
  createdByKey: Record<string, Plant>
  /** All revisions so far, `undefined` if no caller has seen it. The last is the current revision. */
  revisions: (string | undefined)[]
}

export const emptyState: State = { plants: {}, createdByKey: {}, revisions: [undefined] }

/** Returns the state after a call; `undefined` if the call cannot have the observed result in this state. */
export function stateAfter(state: State, call: Call, observed: Observation): State | undefined {
  const [result, next] = getOutcome(state, call)
  if (!isDeepStrictEqual(result, observed.result)) return undefined
  return observed.revision === undefined ? next : withRevision(next, observed.revision)
}

function getOutcome(state: State, call: Call): [Observation['result'], State] {
  const { plants, createdByKey } = state
  switch (call.name) {
    case 'get':
      return [plants[call.id], state]
    case 'list':
      return [listPage(Object.values(plants), call.query), state]
    case 'revision':
      return [undefined, state]
    case 'create':
      return plants[call.plant.id] ? ['refused', state] : [call.plant, withPlant(state, call.plant)]
    case 'createOnce': {
      const existing = createdByKey[call.key]
      if (existing) return [existing, state]
      const next = withPlant(state, call.plant)
      return [call.plant, { ...next, createdByKey: { ...createdByKey, [call.key]: call.plant } }]
    }
    case 'update': {
      const plant = ifExpected(plants[call.id], call.expected)
      const changed = plant && changePlant(plant, call.change)
      return [changed, changed && changed !== plant ? withPlant(state, changed) : state]
    }
    case 'delete': {
      if (!ifExpected(plants[call.id], call.expected)) return [undefined, state]
      const { [call.id]: _, ...rest } = plants
      return [true, { ...state, plants: rest, revisions: [...state.revisions, undefined] }]
    }
  }
}

function listPage(plants: Plant[], { tag, after = '', limit }: ListQuery): Plant[] {
  const matching = plants.filter((plant) => plant.id > after && (tag === undefined || plant.tag === tag))
  return matching.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit)
}

function ifExpected(plant: Plant | undefined, expected: Plant | undefined): Plant | undefined {
  return expected === undefined || isDeepStrictEqual(plant, expected) ? plant : undefined
}

function changePlant(plant: Plant, { name = plant.name, tag = plant.tag, updatedAt }: PlantChange): Plant {
  if (name === plant.name && tag === plant.tag) return plant
  return { ...plant, name, tag, updatedAt: updatedAt > plant.updatedAt ? updatedAt : plant.updatedAt }
}

function withPlant(state: State, plant: Plant): State {
  return { ...state, plants: { ...state.plants, [plant.id]: plant }, revisions: [...state.revisions, undefined] }
}

/** Each revision has one string, and no two revisions have the same one. */
function withRevision(state: State, text: string): State | undefined {
  const { revisions } = state
  const current = revisions.length - 1
  const index = revisions.indexOf(text)
  if (index !== -1) return index === current ? state : undefined
  return revisions[current] === undefined ? { ...state, revisions: revisions.with(current, text) } : undefined
}
