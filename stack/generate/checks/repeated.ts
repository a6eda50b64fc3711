// Warnings that a tool causes in hundreds of places.
import type { Finding } from './check.ts'

/** @returns One finding for each sentence and file: the first place, and how many others there are. */
export function oncePerFile(all: Finding[], locate: (pointer: string) => string): Finding[] {
  const getFile = (pointer: string) => locate(pointer).replace(/:\d+$/, '')
  const groups = Map.groupBy(all, ([pointer, sentence]) => `${getFile(pointer)} ${sentence}`)
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group.toSorted(([one], [other]) => getLine(locate(one)) - getLine(locate(other)))
    if (first === undefined) return []
    const [pointer, sentence] = first
    const count = others.length === 1 ? '1 more place' : `${others.length} more places`
    return [
      [pointer, others.length === 0 ? sentence : `${sentence} The same is true of ${count} in this file.`] as const,
    ]
  })
}

function getLine(place: string): number {
  return Number(/\d+$/.exec(place)?.[0])
}
