// What a store does if there is one call at a time: the specification with which recorded histories are compared.
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
  /** Time of the changed plant. An earlier time has no effect. */
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

/** What the caller gets: for `list` the plants, for `create` of an id that exists `'refused'`. */
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

/** The plants of one owner. It is never changed. */
export interface State {
  plants: Record<string, Plant>
  created: Record<string, Plant>
  /** The text of each revision so far, `undefined` if no caller has seen it. The last one is the current one. */
  revisions: (string | undefined)[]
}

export const empty: State = { plants: {}, created: {}, revisions: [undefined] }

/** The state after the call; `undefined` if a call in this state cannot be observed like that. */
export function after(state: State, call: Call, observed: Observation): State | undefined {
  const [result, next] = getOutcome(state, call)
  if (!isDeepStrictEqual(result, observed.result)) return undefined
  return observed.revision === undefined ? next : withRevision(next, observed.revision)
}

function getOutcome(state: State, call: Call): [Observation['result'], State] {
  const { plants, created } = state
  switch (call.name) {
    case 'get':
      return [plants[call.id], state]
    case 'list':
      return [page(Object.values(plants), call.query), state]
    case 'revision':
      return [undefined, state]
    case 'create':
      return plants[call.plant.id] ? ['refused', state] : [call.plant, withPlant(state, call.plant)]
    case 'createOnce': {
      const earlier = created[call.key]
      if (earlier) return [earlier, state]
      const next = withPlant(state, call.plant)
      return [call.plant, { ...next, created: { ...created, [call.key]: call.plant } }]
    }
    case 'update': {
      const plant = asExpected(plants[call.id], call.expected)
      const changed = plant && changedPlant(plant, call.change)
      return [changed, changed && changed !== plant ? withPlant(state, changed) : state]
    }
    case 'delete': {
      if (!asExpected(plants[call.id], call.expected)) return [undefined, state]
      const { [call.id]: _, ...rest } = plants
      return [true, { ...state, plants: rest, revisions: [...state.revisions, undefined] }]
    }
  }
}

function page(plants: Plant[], { tag, after = '', limit }: ListQuery): Plant[] {
  const matching = plants.filter((plant) => plant.id > after && (tag === undefined || plant.tag === tag))
  return matching.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit)
}

function asExpected(plant: Plant | undefined, expected: Plant | undefined): Plant | undefined {
  return expected === undefined || isDeepStrictEqual(plant, expected) ? plant : undefined
}

function changedPlant(plant: Plant, { name = plant.name, tag = plant.tag, updatedAt }: PlantChange): Plant {
  if (name === plant.name && tag === plant.tag) return plant
  return { ...plant, name, tag, updatedAt: updatedAt > plant.updatedAt ? updatedAt : plant.updatedAt }
}

function withPlant(state: State, plant: Plant): State {
  return { ...state, plants: { ...state.plants, [plant.id]: plant }, revisions: [...state.revisions, undefined] }
}

/** A revision has one text, and each text is of one revision. */
function withRevision(state: State, text: string): State | undefined {
  const { revisions } = state
  const current = revisions.length - 1
  const known = revisions.indexOf(text)
  if (known !== -1) return known === current ? state : undefined
  return revisions[current] === undefined ? { ...state, revisions: revisions.with(current, text) } : undefined
}
