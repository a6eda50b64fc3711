// Generates the fixtures of ITEMS= from the examples of the contract.
import { findSeedableCollection } from '../../core/contract/collections.ts'
import type { Collection } from '../../core/contract/contract.ts'
import { compiledValidator } from '../../core/contract/validator.ts'
import { StartUpError } from '../../server/configuration/start-up-error.ts'
import { draftViolations, findCreatedField } from '../core/fixtures.ts'
import type { MockedApi } from './mock.ts'

type FixtureDraft = Record<string, unknown>

const dayMs = 24 * 60 * 60 * 1000
/** Spreads times evenly, but not at equal intervals. */
const goldenRatio = 0.618_034

/** Returns the body of a creation. The first one is a complete example of the contract, if there is one. */
export function combineExamples(
  { exampleValues = {} }: Pick<Collection, 'exampleValues'> = {},
  index: number,
): FixtureDraft {
  return Object.fromEntries(Object.entries(exampleValues).map(([name, all]) => [name, all[index % all.length]]))
}

/** Returns fixtures of the last 180 days: the same for the same count and day. @throws {StartUpError} if the examples are not valid. */
export function generateFixtures({ contract, server }: MockedApi, count: number): object[] {
  const collection = findSeedableCollection(contract)
  const validator = compiledValidator(server.validators)
  const isValid = (draft: FixtureDraft) => draftViolations(contract, { ...draft }, validator).length === 0
  const first = combineExamples(collection, 0)
  if (collection === undefined || !isValid(first))
    throw new StartUpError('The examples of the contract make no valid item. Use SEED= instead of ITEMS=.')
  const numbered = (draft: FixtureDraft, name: string, number: number) => ({
    ...draft,
    [name]: `${draft[name]} ${number}`,
  })
  // This field, if there is one, gets a number, so that no two items look the same.
  const label =
    Object.keys(first).find((name) => typeof first[name] === 'string' && isValid(numbered(first, name, 2))) ?? ''
  const [created, updated] = [findCreatedField(collection), collection.updatedField]
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const counts = new Map<unknown, number>()
  return Array.from({ length: count }, (_, index) => {
    const draft = [combineExamples(collection, index), first].find(isValid) ?? first
    const name = draft[label]
    const number = (counts.get(name) ?? 0) + 1
    counts.set(name, number)
    const unique = number === 1 ? draft : numbered(draft, label, number)
    const part = (index + ((index * goldenRatio) % 1)) / count
    const ageMs = Math.round((1 - part) * 180 * dayMs)
    const toTime = (ms: number) => new Date(today - ms).toISOString()
    const times = created && {
      [created]: toTime(ageMs),
      ...(updated && index % 3 === 2 && { [updated]: toTime(ageMs / 2) }),
    }
    return { ...(isValid(unique) ? unique : draft), ...times }
  })
}
