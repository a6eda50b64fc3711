// Which properties of stored items do not fit the contract, in how many items, and which changes can repair them.
import type { Collection } from '../contract/collections.ts'
import { formatPlace, generalPlace, type PlaceToken, parsePlace, shapeAt } from '../contract/property-place.ts'
import { changeRules, type Fault, type FindFaults } from './change-stored.ts'
import type { CheckedItem } from './check-stored.ts'
import type { Item } from './item.ts'
import { changedByOperator, type ItemChange } from './item-change.ts'

export interface Repair {
  collection: Collection
  place: PlaceToken[]
  /** Items. */
  count: number
  /** `undefined`: the contract does not declare the property. */
  fault: Fault | undefined
  /** Whether items that break the contract are better without the property. */
  canDrop: boolean
  /** Names that the contract declares, in whose place the value of an undeclared property can be. */
  names: string[]
}

/** More would be unusual: the contract has changed in so many places. */
const maxRepairs = 100
/** Names are tried on so many items for each place. */
const triedItems = 100
/** A validator names the first fault of an item. The others are found without the property at fault. */
const maxFaults = 20

export function repairFinder(findFaults: FindFaults) {
  const found = new Map<string, Repair>()

  function repairFor(collection: Collection, place: PlaceToken[], fault?: Fault): Repair | undefined {
    const key = JSON.stringify([collection.path, formatPlace(place), fault?.keyword])
    const known = found.get(key)
    if (known !== undefined || found.size === maxRepairs) return known
    const shape = shapeAt(collection.shape, place.slice(0, -1))
    const names = fault === undefined ? Object.keys(shape?.properties ?? {}) : []
    const repair = { collection, place, count: 0, fault, canDrop: true, names }
    found.set(key, repair)
    return repair
  }

  function addFaults({ collection, item }: CheckedItem): void {
    const counted = new Set<Repair>()
    for (const { canDrop, ...fault } of allFaults(item, (one) => findFaults(collection, one))) {
      const repair = repairFor(collection, generalPlace(collection.shape, fault.place), fault)
      if (repair === undefined) continue
      if (!counted.has(repair)) repair.count++
      counted.add(repair)
      repair.canDrop &&= canDrop
    }
  }

  function addUndeclared({ collection, item }: CheckedItem, pointer: string): void {
    const place = parsePlace(pointer.replaceAll('%', '%25'))
    const repair = repairFor(collection, place)
    if (repair === undefined) return
    repair.count++
    if (repair.count > triedItems) return
    const { getFaults, isDeclared } = changeRules(collection, findFaults)
    repair.names = repair.names.filter((to) => {
      const rename: ItemChange = { kind: 'rename', place, to }
      try {
        const renamed = changedByOperator(item, [rename], { getFaults, isDeclared })
        const target = formatPlace([...place.slice(0, -1), to])
        const faults = allFaults(renamed, (one) => findFaults(collection, one))
        return !faults.some((fault) => {
          return `${formatPlace(generalPlace(collection.shape, fault.place))}/`.startsWith(`${target}/`)
        })
      } catch {
        return false
      }
    })
  }

  return {
    add(checked: CheckedItem): void {
      if (checked.error !== undefined) addFaults(checked)
      for (const pointer of checked.undeclared) addUndeclared(checked, pointer)
    },
    repairs: () => [...found.values()],
  }
}

function allFaults(item: Item, findFaults: (item: Item) => Fault[]): (Fault & { canDrop: boolean })[] {
  const all: (Fault & { canDrop: boolean })[] = []
  let current = item
  let fault = likeliest(findFaults(current))
  while (fault !== undefined && all.length < maxFaults) {
    const { place } = fault
    const rest = isMissing(fault) || place.length === 0 ? current : (without(current, place) as Item)
    const next: Fault | undefined = likeliest(findFaults(rest))
    // The next element of an array gets the same place.
    const isNeeded = next !== undefined && isMissing(next) && JSON.stringify(next.place) === JSON.stringify(place)
    const canDrop = !isNeeded && JSON.stringify(rest) !== JSON.stringify(current)
    all.push({ ...fault, canDrop })
    // A missing property hides the other faults.
    if (!canDrop) break
    current = rest
    fault = next
  }
  return all
}

function isMissing({ keyword }: Fault): boolean {
  return keyword === 'required' || keyword === 'dependentRequired'
}

/** The value without the property or the element at a place; the same value if there is none. */
function without(value: unknown, [name, ...deeper]: string[]): unknown {
  if (typeof value !== 'object' || value === null || name === undefined) return value
  const members = Object.entries(value)
  const rest =
    deeper.length === 0
      ? members.filter(([one]) => one !== name)
      : members.map(([one, member]) => [one, one === name ? without(member, deeper) : member] as const)
  return Array.isArray(value) ? rest.map(([, member]) => member) : Object.fromEntries(rest)
}

/** A value that fits none of several schemas has the faults of each: that it is not null is not the problem. */
function likeliest(faults: Fault[]): Fault | undefined {
  const whole = faults.at(-1)
  if (whole?.keyword !== 'oneOf' && whole?.keyword !== 'anyOf') return faults[0]
  const at = JSON.stringify(whole.place)
  return faults.find((one) => one !== whole && !(one.keyword === 'type' && JSON.stringify(one.place) === at)) ?? whole
}
