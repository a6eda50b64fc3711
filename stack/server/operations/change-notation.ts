// How an operator writes changes of stored items, such as RENAME='/rooms title=heading' and SET='/rooms size="small"'.
import type { Collection } from '../../core/contract/collections.ts'
import { compiledValidator } from '../../core/contract/compiled-validator.ts'
import type { Contract } from '../../core/contract/contract.ts'
import { declaresPlace, each, formatPlace, type PlaceToken, parsePlace } from '../../core/contract/property-place.ts'
import { type ChangeOptions, faultFinder } from '../../core/resources/change-stored.ts'
import type { ItemChange } from '../../core/resources/item-change.ts'
import { writeErrors } from '../../core/resources/valid-writes.ts'
import type { Api } from '../api.ts'
import type { Environment } from '../configuration/read-configuration.ts'
import { StartUpError } from '../configuration/start-up-error.ts'

/** In the order in which they are applied: a value is set where a property is still missing. */
const kinds = { RENAME: renames, DROP: drops, SET: sets }

export interface Changes {
  collection: Collection
  changes: ItemChange[]
}

/** @throws {StartUpError} that says what to write instead. */
export function parseChanges({ collections }: Pick<Contract, 'collections'>, environment: Environment): Changes {
  let found: Collection | undefined
  const changes = Object.entries(kinds).flatMap(([variable, parse]) => {
    const given = environment[variable]?.trim() ?? ''
    if (given === '') return []
    const refuse = (problem: string) => new StartUpError(`${variable}=${given.replaceAll(/\s+/g, ' ')}: ${problem}`)
    const [path = ''] = given.split(/\s/, 1)
    const collection = collections.find((one) => one.path === path)
    if (collection === undefined) {
      const paths = collections.map((one) => one.path).join(', ')
      throw refuse(`${path} is not a collection of the contract. Use one of ${paths}.`)
    }
    if (found !== undefined && found !== collection) throw refuse(`use ${found.path} here too, or run two commands.`)
    found = collection
    const parsed = parse(given.slice(path.length).trim(), collection, refuse)
    if (parsed.length === 0) throw refuse(`name a property after ${path}, for example ${path} note.`)
    return parsed
  })
  if (found === undefined) {
    throw new StartUpError(`Set DROP=, RENAME= or SET=, for example DROP='${collections[0]?.path ?? '/items'} note'.`)
  }
  return { collection: found, changes }
}

/** How they are applied, and how their results are validated. */
export function changeOptions(
  { contract, server, handlers }: Pick<Api, 'contract' | 'server' | 'handlers'>,
  { collection, changes }: Changes,
): ChangeOptions {
  const toError = writeErrors(contract, compiledValidator(server.validators), handlers)
  return {
    collection,
    changes,
    findFaults: faultFinder(server.validators),
    toError: (text) => toError(collection.path, text),
  }
}

/** APPLY=1 changes the items. @throws {StartUpError} */
export function readApply({ APPLY = '' }: Environment): boolean {
  if (!['', '0', '1'].includes(APPLY)) throw new StartUpError(`APPLY=${APPLY} is not valid: use 1, or leave it out.`)
  return APPLY === '1'
}

type Refuse = (problem: string) => StartUpError

function drops(given: string, _: Collection, refuse: Refuse): ItemChange[] {
  return words(given).map((word) => ({ kind: 'drop', place: placeIn(word, refuse) }))
}

function renames(given: string, collection: Collection, refuse: Refuse): ItemChange[] {
  return words(given).map((word) => {
    const [from = '', to = '', ...rest] = word.split('=')
    const [name, ...deeper] = to === '' ? [] : placeIn(to, refuse)
    const place = placeIn(from, refuse)
    if (typeof name !== 'string' || deeper.length > 0 || rest.length > 0 || place.at(-1) === each) {
      throw refuse(`write ${word} as old=new, where new is a name in the same object.`)
    }
    requireDeclared(collection, [...place.slice(0, -1), name], refuse)
    return { kind: 'rename', place, to: name }
  })
}

function sets(given: string, collection: Collection, refuse: Refuse): ItemChange[] {
  const changes: ItemChange[] = []
  for (let rest = given; rest !== ''; ) {
    const [, name = '', after] = /^([^\s=]+)=(.*)$/s.exec(rest) ?? []
    if (after === undefined) throw refuse(`write ${rest} as property=value.`)
    const place = placeIn(name, refuse)
    requireDeclared(collection, place, refuse)
    const end = endOfJson(after)
    if (end === undefined) {
      throw refuse(`${after === '' ? 'the value' : after} is not valid JSON. A string has quotes: ${name}="small".`)
    }
    changes.push({ kind: 'set', place, value: JSON.parse(after.slice(0, end)) })
    rest = after.slice(end).trim()
  }
  return changes
}

function words(given: string): string[] {
  return given === '' ? [] : given.split(/\s+/)
}

function placeIn(word: string, refuse: Refuse): PlaceToken[] {
  try {
    return parsePlace(word)
  } catch {
    throw refuse(`${word} has a percent sign that does not encode a character: write it as %25.`)
  }
}

function requireDeclared({ shape, path }: Collection, place: PlaceToken[], refuse: Refuse): void {
  if (declaresPlace(shape, place)) return
  throw refuse(`the contract does not declare ${formatPlace(place)} in the items of ${path}.`)
}

/** Returns the position after the first JSON value, which ends at a space or at the end. */
function endOfJson(text: string): number | undefined {
  const ends = [...Array.from(text.matchAll(/\s/g), ({ index }) => index), text.length]
  return ends.find((end) => {
    try {
      JSON.parse(text.slice(0, end))
      return true
    } catch {
      return false
    }
  })
}
