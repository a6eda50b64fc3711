// The collection of each caller in memory, as the service would keep it: what a creation, a change or a deletion does is
// seen by what is asked next.

import type { NewPlant, Plant, PlantPatch } from '../../generated/api.d.ts'
import { limits } from '../../generated/exchanges.ts'
import type { OperationId } from '../operation-table.ts'
import type { Admitted } from './admit.ts'
import { EntityTags, isCurrent, isKnown } from './entity-tags.ts'
import { invalid, Refusal } from './refusal.ts'
import type { Made } from './respond.ts'

interface Creation {
  request: NewPlant
  plant: Plant
  at: number
}

type Perform = (admitted: Admitted) => Made

/** An operation that is not here is answered with its documented example. */
export class Collections {
  /** By caller; in order of creation, which is that of `id`. */
  readonly #plants = new Map<string, Map<string, Plant>>()
  readonly #creations = new Map<string, Creation>()
  /** Whose they are, and after which plant the page begins. */
  readonly #cursors = new Map<string, { caller: string; after: string }>()
  readonly #tags = new EntityTags()
  #created = 0

  readonly #operations: Partial<Record<OperationId, Perform>> = {
    listPlants: (admitted) => this.#list(admitted),
    createPlant: (admitted) => this.#create(admitted),
    getPlant: (admitted) => this.#get(admitted),
    updatePlant: (admitted) => this.#update(admitted),
    deletePlant: (admitted) => this.#delete(admitted),
  }

  perform(admitted: Admitted): Made | undefined {
    return this.#operations[admitted.id]?.(admitted)
  }

  /** Forgets every plant, every key and every cursor. */
  reset(): void {
    for (const kept of [this.#plants, this.#creations, this.#cursors]) kept.clear()
    // Neither ids nor entity tags begin again: what an earlier test has seen is not current in a later one.
  }

  #list({ caller, query, header }: Admitted): Made {
    const { limit, cursor, tag } = query
    const position = cursor === undefined ? undefined : this.#cursors.get(String(cursor))
    if (cursor !== undefined && position?.caller !== caller) {
      throw invalid({ parameter: 'cursor', detail: 'must be one that a Link header gave you' })
    }
    const after = position?.after ?? ''
    const found = [...this.#of(caller).values()].filter((plant) => {
      return plant.id > after && (tag === undefined || plant.tag === tag)
    })
    const page = found.slice(0, Number(limit))
    const last = found.length > page.length ? page.at(-1) : undefined
    const Link = last && this.#next(caller, last.id, query)
    const ETag = this.#tags.of(caller, page, Link)
    return isKnown(header['If-None-Match'], ETag)
      ? { status: 304, headers: { ETag } }
      : { status: 200, headers: { ETag, Link }, body: page }
  }

  #next(caller: string, after: string, { limit, tag }: Record<string, unknown>): string {
    // The same position has the same cursor, so that the list has the same entity tag.
    const cursor = this.#tags.of(caller, 'cursor', after).slice(1, -1).padEnd(32, '_')
    this.#cursors.set(cursor, { caller, after })
    const next = new URLSearchParams({ limit: String(limit), cursor })
    if (tag !== undefined) next.set('tag', String(tag))
    return `<?${next}>; rel="next"`
  }

  #create({ caller, body, header }: Admitted): Made {
    // The validator has seen to it, and filled in the tag.
    const { name, tag = '' } = body as NewPlant
    const key = header['Idempotency-Key']
    const known = key === undefined ? undefined : this.#creations.get(placeOf(caller, key))
    const isKept = known !== undefined && Date.now() - known.at < limits.idempotencyKeyHours * 3_600_000
    if (isKept && (known.request.name !== name || known.request.tag !== tag)) throw new Refusal(422)
    const plant = isKept ? known.plant : this.#add(caller, { name, tag })
    if (key !== undefined && !isKept) {
      this.#creations.set(placeOf(caller, key), { request: { name, tag }, plant, at: Date.now() })
    }
    const ETag = this.#tags.of(caller, plant)
    return { status: 201, headers: { Location: `plants/${plant.id}`, ETag }, body: plant }
  }

  #add(caller: string, { name, tag }: Pick<Plant, 'name' | 'tag'>): Plant {
    // Ids that are the same each time are easy to expect in a test, and ascend.
    const id = `00000000-0000-7000-8000-${(++this.#created).toString(16).padStart(12, '0')}`
    const time = new Date().toISOString()
    const plant = { id, name, tag, createdAt: time, updatedAt: time }
    this.#plants.set(caller, this.#of(caller).set(id, plant))
    return plant
  }

  #get({ caller, path, header }: Admitted): Made {
    const plant = this.#find(caller, path)
    const ETag = this.#tags.of(caller, plant)
    if (isKnown(header['If-None-Match'], ETag)) return { status: 304, headers: { ETag } }
    return { status: 200, headers: { ETag }, body: plant }
  }

  #update({ caller, path, header, body }: Admitted): Made {
    const plant = this.#find(caller, path)
    if (!isCurrent(header['If-Match'], this.#tags.of(caller, plant))) throw new Refusal(412)
    // The validator has seen to it.
    const { name = plant.name, tag = plant.tag } = body as PlantPatch
    const isSame = name === plant.name && (tag ?? '') === plant.tag
    const now = new Date().toISOString()
    const updatedAt = now > plant.updatedAt ? now : plant.updatedAt
    const changed = isSame ? plant : { ...plant, name, tag: tag ?? '', updatedAt }
    this.#of(caller).set(plant.id, changed)
    return { status: 200, headers: { ETag: this.#tags.of(caller, changed) }, body: changed }
  }

  #delete({ caller, path, header }: Admitted): Made {
    const plant = this.#find(caller, path)
    if (!isCurrent(header['If-Match'], this.#tags.of(caller, plant))) throw new Refusal(412)
    this.#of(caller).delete(plant.id)
    return { status: 204 }
  }

  #find(caller: string, { id = '' }: Record<string, string>): Plant {
    const plant = this.#of(caller).get(id)
    if (plant === undefined) throw new Refusal(404)
    return plant
  }

  #of(caller: string): Map<string, Plant> {
    return this.#plants.get(caller) ?? new Map()
  }
}

// Bare, or as a quoted string: both forms name the same key.
function placeOf(caller: string, header: string): string {
  const key = header.startsWith('"') ? header.slice(1, -1).replace(/\\(["\\])/g, '$1') : header
  return JSON.stringify([caller, key])
}
