// What must be true of a caller after the storm, whatever it met.

import type { Met } from './failing-proxy.ts'
import { refusals } from './failures.ts'
import { type CallMade, totalMs } from './scenario.ts'

// A machine with other things to do may be late itself; a call that hangs would be here for ever.
const slack = 10

/** A line for each thing that is wrong. */
export function judge(calls: CallMade[], plants: { id: string; name: string }[], met: Met[]): string[] {
  return [
    ...calls.flatMap((call) => [
      ...(call.strange === undefined ? [] : [`${call.what} rejected with ${call.strange}`]),
      ...(call.ms > totalMs * slack ? [`${call.what} took ${Math.round(call.ms)} ms`] : []),
    ]),
    ...calls.filter(({ what }) => what.startsWith('create')).flatMap((call) => ofCreation(call, calls, plants)),
    ...calls.filter(({ what }) => what === 'change').flatMap((call) => ofChange(call, plants)),
    ...calls.filter(({ what }) => what === 'delete').flatMap((call) => ofDeletion(call, plants)),
    ...calls.filter(({ end }) => end === 'done').flatMap((call) => ofList(call, calls)),
    ...ofRepeatedChanges(met),
  ]
}

function ofCreation(call: CallMade, calls: CallMade[], plants: { id: string; name: string }[]): string[] {
  const { what, name, end, id } = call
  const changed = calls.some((other) => other.what === 'change' && other.id === id)
  const deleted = calls.find((other) => other.what === 'delete' && other.id === id)
  const found = plants.filter((plant) => plant.name === name || plant.id === id)
  const wrong: string[] = []
  if (found.length > 1) wrong.push(`${what} made ${found.length} plants: ${name}`)
  if (end === 'unchanged' && found.length > 0) wrong.push(`${what} said that nothing was done, and there is ${name}`)
  if (end === 'done' && id === undefined) wrong.push(`${what} gave no plant: ${name}`)
  if (end === 'done' && !deleted && found.length === 0) wrong.push(`${what} was acknowledged, and lost: ${name}`)
  if (end === 'done' && !changed && found.some((plant) => plant.id !== id || plant.name !== name)) {
    wrong.push(`${what} gave another plant than there is: ${name}`)
  }
  return wrong
}

function ofChange({ end, id }: CallMade, plants: { id: string; name: string }[]): string[] {
  const isChanged = plants.some((plant) => plant.id === id && plant.name.endsWith(' changed'))
  if (end === 'done' && !isChanged) return ['a change was acknowledged, and lost']
  if (end === 'unchanged' && isChanged) return ['a change was said not to be made, and was']
  return []
}

function ofDeletion({ end, id }: CallMade, plants: { id: string }[]): string[] {
  const isThere = plants.some((plant) => plant.id === id)
  if (end === 'done' && isThere) return ['a deletion was acknowledged, and the plant is there']
  if (end === 'unchanged' && !isThere) return ['a deletion was said not to be made, and was']
  return []
}

/** What was acknowledged before is in every list after it, until it is deleted. */
function ofList({ what, ids }: CallMade, calls: CallMade[]): string[] {
  if (ids === undefined) return []
  const deleted = new Set(calls.filter((call) => call.what === 'delete').map(({ id }) => id))
  return calls
    .filter((call) => call.what.startsWith('create') && call.end === 'done')
    .filter(({ id }) => id !== undefined && !ids.includes(id) && !(what === 'walk' && deleted.has(id)))
    .map(({ name }) => `a ${what} lacks what was acknowledged: ${name}`)
}

/** Each caller makes one change, so after one that may have been made there is no other. */
function ofRepeatedChanges(met: Met[]): string[] {
  const changes = met.filter(({ method }) => method === 'PATCH')
  return changes
    .slice(0, -1)
    .filter(({ fault }) => fault === undefined || !(fault in refusals))
    .map(({ fault }) => `a change was sent again after: ${fault ?? 'nothing'}`)
}
