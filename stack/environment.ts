// Settings from the environment. It imports nothing, so that a program refuses a wrong setting at once.

/** A setting is not valid. Its message is one line: what is wrong, and what to do. */
export class InvalidSetting extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>

/** A number; `undefined` if it is not set. @throws {InvalidSetting} */
export function getCount(env: Environment, name: string, min = 0): number | undefined {
  const text = env[name]
  if (text === undefined || text === '') return undefined
  if (!/^[1-9]\d{0,9}$|^0$/.test(text))
    throw new InvalidSetting(`${name}=${text} is not a number. Use plain decimal digits.`)
  if (Number(text) < min) throw new InvalidSetting(`${name}=${text} is too small. Use ${min} or more.`)
  return Number(text)
}

/** SEED, or a random one. @throws {InvalidSetting} */
export function getSeed(env: Environment): number {
  return getCount(env, 'SEED') ?? Math.floor(Math.random() * 2 ** 31)
}

/** Prints one line and ends the process with 2. */
export function refuse(message: string): never {
  console.error(message)
  process.exit(2)
}

/** Returns what `read` returns. Ends the process with 2 if a setting is not valid. */
export function exitIfInvalid<Read>(readValue: () => Read): Read {
  try {
    return readValue()
  } catch (error) {
    if (error instanceof InvalidSetting) return refuse(error.message)
    throw error
  }
}
