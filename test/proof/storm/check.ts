// What must be true for a caller after the storm, whatever failed.
import type { ProxiedRequest } from './failing-proxy.ts'
import { rejections } from './failures.ts'
import { type CallRecord, totalMs } from './scenario.ts'

interface Plant {
  id: string
  name: string
}

// A busy machine may be late, but a call that hangs would be here for ever.
const maxMs = totalMs * 10

/** The errors of a run, one line each. */
export function checkRun(records: CallRecord[], plants: Plant[], requests: ProxiedRequest[]): string[] {
  const plant = (id: string | undefined) => plants.find((one) => one.id === id)
  const errorsOf = (record: CallRecord): string[] => {
    const { call, outcome, ms, id, otherError } = record
    const errors = outcome === 'done' ? checkList(record, records) : []
    if (otherError !== undefined) errors.push(`${call} rejected with ${otherError}`)
    if (ms > maxMs) errors.push(`${call} took ${Math.round(ms)} ms`)
    if (call.startsWith('create')) errors.push(...checkCreation(record, records, plants))
    if (call === 'update') errors.push(...checkWrite(call, outcome, plant(id)?.name.endsWith(' changed') === true))
    if (call === 'delete') errors.push(...checkWrite(call, outcome, !plant(id)))
    return errors
  }
  return [...records.flatMap(errorsOf), ...checkRepeatedUpdates(requests)]
}

function checkCreation({ call, name, outcome, id }: CallRecord, records: CallRecord[], plants: Plant[]): string[] {
  const has = (other: string) => records.some((record) => record.call === other && record.id === id)
  const found = plants.filter((plant) => plant.name === name || plant.id === id)
  const errors: string[] = []
  if (found.length > 1) errors.push(`${call} created ${found.length} plants: ${name}`)
  if (outcome === 'unchanged' && found.length > 0) errors.push(`${call} reported unchanged, but created ${name}`)
  if (outcome !== 'done') return errors
  if (id === undefined) errors.push(`${call} returned no plant: ${name}`)
  if (!has('delete') && found.length === 0) errors.push(`${call} reported done, but the plant is missing: ${name}`)
  if (!has('update') && found.some((plant) => plant.id !== id || plant.name !== name)) {
    errors.push(`${call} returned another plant: ${name}`)
  }
  return errors
}

function checkWrite(call: string, outcome: CallRecord['outcome'], isDone: boolean): string[] {
  if (outcome === 'done' && !isDone) return [`${call} reported done, but was not done`]
  if (outcome === 'unchanged' && isDone) return [`${call} reported unchanged, but was done`]
  return []
}

/** Each list contains the plants created before, except those that were to be deleted. */
function checkList({ call, ids }: CallRecord, records: CallRecord[]): string[] {
  if (ids === undefined) return []
  const deleted = new Set(records.filter((record) => record.call === 'delete').map(({ id }) => id))
  return records
    .filter((record) => record.call.startsWith('create') && record.outcome === 'done')
    .filter(({ id }) => id !== undefined && !ids.includes(id) && !(call === 'iterate' && deleted.has(id)))
    .map(({ name }) => `${call} lacks a plant that was reported done: ${name}`)
}

/** Each caller sends one update, so a second one is a retry: it is allowed only after a rejection. */
function checkRepeatedUpdates(requests: ProxiedRequest[]): string[] {
  const updates = requests.filter(({ method }) => method === 'PATCH')
  return updates
    .slice(0, -1)
    .filter(({ failure }) => failure === undefined || !(failure in rejections))
    .map(({ failure }) => `update was retried after: ${failure ?? 'no failure'}`)
}
