// What callers know of each plant: the states that it may be in, after the responses that they got.

/** The tag of the plant. */
export type State = string | 'absent'

export interface KnownPlant {
  owner: string
  /** Unique among all plants. */
  name: string
  /** `undefined` if no response had it. */
  id: string | undefined
  /** More than one after a write whose outcome is unknown. */
  states: Set<State>
}

export interface StoredPlant {
  owner: string
  id: string
  name: string
  tag: string
}

export interface Differences {
  lost: string[]
  duplicated: string[]
  /** Changed by a request that was refused, or by nobody. */
  unexpected: string[]
}

/** Compares all stored plants with what callers know. From then on, each plant has only the state that it was found in. */
export function compare(known: Iterable<KnownPlant>, stored: StoredPlant[]): Differences {
  const differences: Differences = { lost: [], duplicated: [], unexpected: [] }
  const byName = Map.groupBy(stored, ({ name }) => name)
  for (const plant of known) {
    const found = byName.get(plant.name) ?? []
    byName.delete(plant.name)
    const state = found[0]?.tag ?? 'absent'
    const shown = `${plant.name} is ${state}, expected ${[...plant.states].join(' or ')}`
    if (found.length > 1) differences.duplicated.push(plant.name)
    else if (found.some(({ id, owner }) => owner !== plant.owner || id !== (plant.id ?? id))) {
      differences.unexpected.push(`${plant.name} has another owner or id`)
    } else if (!plant.states.has(state)) differences[state === 'absent' ? 'lost' : 'unexpected'].push(shown)
    plant.states = new Set([state])
    plant.id ??= found[0]?.id
  }
  for (const name of byName.keys()) differences.unexpected.push(`${name}, which nobody has created`)
  return differences
}
