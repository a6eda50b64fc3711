// What a planted fault is: a guard taken away, and who must notice.
import type { Watch } from '../copies/watch.ts'

export interface Fault {
  /** The guard that the fault takes away; where it closes a trap of a part we use, which. */
  guard: string
  /** From the root of the project. */
  file: string
  /** Each text must be there exactly once: a fault that no longer fits is stale, and said to be. */
  edits: [find: string, replacement: string][]
  /** Who must turn red. */
  watch: Watch
  /** Part of the names of the tests to run, where the others of the file take long. */
  named?: string
}

/** @throws {StaleFault} for an edit that does not fit the text in exactly one place. */
export function plant(text: string, { edits, file }: Fault): string {
  return edits.reduce((changed, [find, replacement]) => {
    const [before, after, ...more] = changed.split(find)
    if (before === undefined || after === undefined) throw new StaleFault(`${file} has no such text: ${find}`)
    if (more.length > 0) throw new StaleFault(`${file} has this text ${more.length + 1} times: ${find}`)
    return before + replacement + after
  }, text)
}

export class StaleFault extends Error {
  override readonly name = 'StaleFault'
}
