// A record of the writes of callers, with the states that each plant may have according to their responses.
import type { Random } from '../../stack/test/support/seeded-random.ts'

/** The tag of a plant, or `'absent'`. */
export type State = string | 'absent'

interface KnownPlant {
  owner: string
  /** Unique among the plants of a record. */
  name: string
  /** `undefined` if no response contained it. */
  id: string | undefined
  /** Possible states: more than one after a write whose outcome is unknown. */
  states: Set<State>
}

interface StoredPlant {
  owner: string
  id: string
  name: string
  tag: string
}

export interface Reply {
  /** Whether the call has been executed, has changed nothing, or may have changed something. */
  outcome: 'done' | 'unchanged' | 'unknown'
  /** Whether the plant does not exist (404), or If-Match does not match (412). */
  isRefused?: boolean
  plant?: Omit<StoredPlant, 'owner'> | undefined
  etag?: string
}

export interface Differences {
  lost: string[]
  duplicated: string[]
  /** Plants with a state, an id or an owner that no response explains, and plants that no caller has created. */
  unexpected: string[]
}

export class WriteRecord {
  readonly plants = new Set<KnownPlant>()
  /** Responses that contradict earlier responses. */
  readonly errors: string[] = []
  acknowledged = 0

  add(owner: string): KnownPlant {
    const name = `plant ${this.plants.size}`
    const plant: KnownPlant = { owner, name, id: undefined, states: new Set(['absent']) }
    this.plants.add(plant)
    return plant
  }

  write(plant: KnownPlant, state: State, { outcome, isRefused, plant: returned }: Reply): void {
    const isCertain = outcome === 'unchanged' && plant.states.size === 1
    if (isRefused && isCertain) this.errors.push(`refused a write, but ${describe(plant)}`)
    if (outcome === 'unknown') plant.states.add(state)
    if (outcome !== 'done') return
    this.acknowledged++
    plant.states = new Set([state])
    plant.id ??= returned?.id
    if (state !== 'absent') this.checkSeen(plant, returned)
  }

  recordRead(plant: KnownPlant, reply: Reply): Reply {
    if (reply.outcome === 'done' || reply.isRefused) this.checkSeen(plant, reply.plant)
    return reply
  }

  checkSeen(plant: KnownPlant, seen: Reply['plant']): void {
    const state = seen?.tag ?? 'absent'
    if (!plant.states.has(state)) this.errors.push(`returned ${state}, but ${describe(plant)}`)
    else if (seen && (seen.id !== plant.id || seen.name !== plant.name)) this.errors.push(`returned another plant`)
  }

  /** Compares all plants with the stored ones. Afterwards, each has only the state in which it is stored. */
  compare(stored: StoredPlant[]): Differences {
    const differences: Differences = { lost: [], duplicated: [], unexpected: [] }
    const byName = Map.groupBy(stored, ({ name }) => name)
    for (const plant of this.plants) {
      const plants = byName.get(plant.name) ?? []
      byName.delete(plant.name)
      const state = plants[0]?.tag ?? 'absent'
      if (plants.length > 1) differences.duplicated.push(plant.name)
      else if (plants.some(({ id, owner }) => owner !== plant.owner || id !== (plant.id ?? id))) {
        differences.unexpected.push(`${plant.name} has another owner or id`)
      } else if (!plant.states.has(state)) {
        differences[state === 'absent' ? 'lost' : 'unexpected'].push(`stored is ${state}, but ${describe(plant)}`)
      }
      plant.states = new Set([state])
      plant.id ??= plants[0]?.id
    }
    for (const name of byName.keys()) differences.unexpected.push(`no caller has created ${name}`)
    return differences
  }
}

export function describeDifferences(differences: object): string[] {
  return Object.entries(differences).flatMap(([kind, plants]) =>
    plants.length > 0 ? [`${plants.length} ${kind}, for example: ${plants[0]}`] : [],
  )
}

function describe({ name, states }: KnownPlant): string {
  return `${name} is ${[...states].join(' or ')}`
}

/** Calls of one caller, over plain HTTP or with the client. */
export interface Calls {
  /** Creates a plant. @param isKeyed Whether the request has an idempotency key, so that it can be retried. */
  create: (body: { name: string; tag: string }, isKeyed: boolean) => Promise<Reply>
  read: (id: string) => Promise<Reply>
  change: (id: string, tag: string, etag: string | undefined) => Promise<Reply>
  remove: (id: string) => Promise<Reply>
}

/** Creates a plant, reads it, updates it, reads it, and perhaps deletes it. @returns Whether its id is known. */
export async function runRound(calls: Calls, record: WriteRecord, owner: string, random: Random): Promise<boolean> {
  const plant = record.add(owner)
  const created = await calls.create({ name: plant.name, tag: 'new' }, random() < 0.5)
  record.write(plant, 'new', created)
  if (plant.id === undefined) return false
  const { etag } = record.recordRead(plant, await calls.read(plant.id))
  const tag = `changed ${record.plants.size}`
  record.write(plant, tag, await calls.change(plant.id, tag, random() < 0.5 ? etag : undefined))
  record.recordRead(plant, await calls.read(plant.id))
  if (random() < 0.5) record.write(plant, 'absent', await calls.remove(plant.id))
  return true
}
