// Changes of one stored item that an operator asks for, after a change of the contract.
import { each, formatPlace, type PlaceToken } from '../contract/property-place.ts'
import type { Item } from './item.ts'

export type ItemChange =
  /** Drops the property where the contract does not declare it, or where its value breaks the contract. */
  | { kind: 'drop'; place: PlaceToken[] }
  /** Renames the property where its object has no property with the new name. */
  | { kind: 'rename'; place: PlaceToken[]; to: string }
  /** Sets the value where the property is missing, or where its value breaks the contract. */
  | { kind: 'set'; place: PlaceToken[]; value: unknown }

/** More than one value of an item can be at fault, and a validator names the first one only. */
const maxPasses = 100

type Member = [name: string, value: unknown]
type Edit = (members: Member[], at: string[], isArray: boolean) => Member[]

export interface ChangeRules {
  /** Returns places at which an item breaks the contract; none for a valid item. */
  getFaults: (item: Item) => string[][]
  isDeclared: (place: string[]) => boolean
}

/**
 * @returns The same item if nothing is different.
 * @throws {RenameConflict}
 */
export function changedByOperator(item: Item, changes: ItemChange[], { getFaults, isDeclared }: ChangeRules): Item {
  let current = item
  for (let pass = 1; pass <= maxPasses; pass++) {
    const before = current
    for (const change of changes) {
      const faults = lazy(() => getFaults(current))
      const isAtFault = (at: string[]) => faults().some((fault) => at.every((name, index) => fault[index] === name))
      // An object stays an object.
      current = editAt(current, change.place, [], getEdit(change, isAtFault, isDeclared)) as Item
    }
    if (current === before) break
  }
  return current
}

/** Which of two values is right, an operator has to decide. */
export class RenameConflict extends Error {
  override readonly name = 'RenameConflict'
}

type Test = (place: string[]) => boolean

function getEdit(change: ItemChange, isAtFault: Test, isDeclared: Test): Edit {
  const { kind, place } = change
  const token = place.at(-1)
  const isMeant = (name: string, isArray: boolean) => token === each || (token === name && !isArray)
  if (kind === 'drop') {
    return (members, at, isArray) =>
      members.filter(([name]) => {
        const place = [...at, name]
        return !isMeant(name, isArray) || (isDeclared(place) && !isAtFault(place))
      })
  }
  if (kind === 'rename') {
    return (members, _at, isArray) => {
      const names = members.map(([name]) => name)
      if (isArray || !names.some((name) => name === token)) return members
      if (names.includes(change.to)) throw new RenameConflict(`has both ${formatPlace(place)} and ${change.to}`)
      return members.map(([name, value]) => [name === token ? change.to : name, value])
    }
  }
  const { value } = change
  return (members, at, isArray) => {
    const isSame = (stored: unknown) => JSON.stringify(stored) === JSON.stringify(value)
    const set = members.map(([name, stored]): Member => {
      return isMeant(name, isArray) && !isSame(stored) && isAtFault([...at, name]) ? [name, value] : [name, stored]
    })
    const isMissing = typeof token === 'string' && !isArray && !members.some(([name]) => name === token)
    return isMissing ? [...set, [token, value]] : set
  }
}

/** @returns The same value if nothing is different. */
function editAt(value: unknown, [token, ...rest]: PlaceToken[], at: string[], edit: Edit): unknown {
  if (typeof value !== 'object' || value === null) return value
  const isArray = Array.isArray(value)
  const members = Object.entries(value)
  const edited =
    rest.length === 0
      ? edit(members, at, isArray)
      : members.map(([name, member]): Member => {
          const isOnWay = token === each || (token === name && !isArray)
          return [name, isOnWay ? editAt(member, rest, [...at, name], edit) : member]
        })
  const [before, after] = [members.flat(), edited.flat()]
  if (after.length === before.length && after.every((part, index) => part === before[index])) return value
  return isArray ? edited.map(([, member]) => member) : Object.fromEntries(edited)
}

function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
