// The fixtures that ITEMS= generates, from the examples of the contract.
import { findDraftCollection } from '../../core/contract/collections.ts'
import { compiledValidator } from '../../core/contract/validator.ts'
import { StartUpError } from '../../server/configuration/start-up-error.ts'
import { draftViolations, findCreatedField } from '../core/fixtures.ts'
import type { MockedApi } from './mock.ts'

type Draft = Record<string, unknown>

const dayMs = 24 * 60 * 60 * 1000
/** They are created in so many days before today. */
const days = 180
/** Spreads times evenly, but not at equal distances. */
const goldenRatio = 0.618_034

/** The same for the same count, but for the day. @throws {StartUpError} if the examples make no valid item. */
export function generateFixtures({ contract, server }: MockedApi, count: number): object[] {
  const collection = findDraftCollection(contract)
  const validator = compiledValidator(server.validators)
  const isValid = (draft: Draft) => draftViolations(contract, { ...draft }, validator).length === 0
  const values = Object.entries(collection?.exampleValues ?? {})
  const combine = (index: number): Draft =>
    Object.fromEntries(values.map(([name, all]) => [name, all[index % all.length]]))
  const first = combine(0)
  if (collection === undefined || !isValid(first))
    throw new StartUpError('The examples of the contract make no valid item. Use SEED= instead of ITEMS=.')
  const numbered = (draft: Draft, name: string, number: number) => ({ ...draft, [name]: `${draft[name]} ${number}` })
  // No two items look the same: this field gets a number.
  const label = Object.keys(first).find((name) => typeof first[name] === 'string' && isValid(numbered(first, name, 2)))
  const counts = new Map<unknown, number>()
  const created = findCreatedField(collection)
  const today = Math.floor(Date.now() / dayMs) * dayMs
  return Array.from({ length: count }, (_, index) => {
    const draft = [combine(index), first].find(isValid) ?? first
    const text = draft[label ?? '']
    const number = (counts.get(text) ?? 0) + 1
    counts.set(text, number)
    const unique = label === undefined || number === 1 ? draft : numbered(draft, label, number)
    const part = (index + ((index * goldenRatio) % 1)) / count
    const at = new Date(today - Math.round((1 - part) * days * dayMs))
    return { ...(isValid(unique) ? unique : draft), ...(created && { [created]: at.toISOString() }) }
  })
}
