// Warnings that a tool causes in hundreds of places.
import type { Finding } from './check.ts'

/** @returns One finding for each sentence and file: the first place, and how many others there are. */
export function oncePerFile(all: Finding[], placeOf: (pointer: string) => string): Finding[] {
  const fileOf = (pointer: string) => placeOf(pointer).replace(/:\d+$/, '')
  const groups = Map.groupBy(all, ([pointer, sentence]) => `${fileOf(pointer)} ${sentence}`)
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group.toSorted(([one], [other]) => lineOf(placeOf(one)) - lineOf(placeOf(other)))
    if (first === undefined) return []
    const [pointer, sentence] = first
    const count = others.length === 1 ? '1 more place' : `${others.length} more places`
    return [
      [pointer, others.length === 0 ? sentence : `${sentence} The same is true of ${count} in this file.`] as const,
    ]
  })
}

function lineOf(place: string): number {
  return Number(/\d+$/.exec(place)?.[0])
}
