// Settings of tests and measurements. A wrong one ends the process with 2 and one line.
import { exitIfInvalid, getCount, getSeed } from '../../environment.ts'

/** Number in the environment of the process; `undefined` if it is not set. */
export function readCount(name: string, least = 0): number | undefined {
  return exitIfInvalid(() => getCount(process.env, name, least))
}

/** SEED in the environment of the process, or a random one. */
export function readSeed(): number {
  return exitIfInvalid(() => getSeed(process.env))
}
