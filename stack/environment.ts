// Settings from the environment. This module imports nothing, so that a program rejects an invalid setting at once.

/** Error of an invalid setting. Its message is one line: what is wrong, and what to do. */
export class InvalidSetting extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>

/** Returns a variable as an integer; `undefined` if it is not set, or empty. @throws {InvalidSetting} */
export function getCount(env: Environment, name: string, min = 0): number | undefined {
  const value = env[name]
  if (value === undefined || value === '') return undefined
  if (!/^[1-9]\d{0,9}$|^0$/.test(value))
    throw new InvalidSetting(`${name}=${value} is not a number. Use plain decimal digits.`)
  if (Number(value) < min) throw new InvalidSetting(`${name}=${value} is too small. Use ${min} or more.`)
  return Number(value)
}

/** Returns the variable SEED, or a random seed. @throws {InvalidSetting} */
export function getSeed(env: Environment): number {
  return getCount(env, 'SEED') ?? Math.floor(Math.random() * 2 ** 31)
}

/** Prints one line and exits with status 2. */
export function exitWithError(message: string): never {
  console.error(message)
  process.exit(2)
}

/** Returns what `read` returns. Exits with status 2 if a setting is not valid. */
export function exitIfInvalid<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof InvalidSetting) return exitWithError(error.message)
    throw error
  }
}
