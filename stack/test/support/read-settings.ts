// Settings of tests and measurements. With an invalid one, the process prints one line and exits with status 2.
import { exitIfInvalid, getCount, getSeed } from '../../environment.ts'

/** Reads an integer from the environment; `undefined` if it is not set. */
export function readCount(name: string, min = 0): number | undefined {
  return exitIfInvalid(() => getCount(process.env, name, min))
}

/** Reads SEED from the environment, or returns a random seed. */
export function readSeed(): number {
  return exitIfInvalid(() => getSeed(process.env))
}
