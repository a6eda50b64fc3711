// What a run of the proof is given: a seed, and how much to do.
/** SEED, or one at random. @throws {RangeError} for what is no seed. */
export function readSeed(): number {
  return readCount('SEED') ?? Math.floor(Math.random() * 2 ** 31)
}

/** A count from the environment; `undefined` where it is not set. @throws {RangeError} for what is none. */
export function readCount(name: string): number | undefined {
  const text = process.env[name]
  if (text === undefined || text === '') return undefined
  if (!/^[1-9]\d{0,9}$|^0$/.test(text)) throw new RangeError(`${name}=${text} is no number: give plain decimal digits.`)
  return Number(text)
}
