// Edits of a contract, small enough for one line of a table. A place is its keys with spaces between them. An edit that
// no longer fits the contract throws: what it should show would go unseen.
import { type Document, isCollection, parseDocument } from 'yaml'

export type Edit = (contract: Document) => void

export interface Planted {
  name: string
  edits: Edit[]
}

export function set(place: string, value: unknown): Edit {
  return (contract) => {
    const keys = keysOf(place)
    if (!isCollection(contract.getIn(keys.slice(0, -1)))) throw new Error(`Stale: nothing is at ${place}`)
    if (JSON.stringify(valueIn(contract, keys)) === JSON.stringify(value))
      throw new Error(`Stale: ${place} is so already`)
    contract.setIn(keys, contract.createNode(value))
  }
}

export function remove(place: string): Edit {
  return (contract) => {
    if (!contract.deleteIn(keysOf(place))) throw new Error(`Stale: nothing is at ${place}`)
  }
}

export function rename(place: string, key: string): Edit {
  return (contract) => {
    const keys = keysOf(place)
    const value = contract.getIn(keys, true)
    remove(place)(contract)
    contract.setIn([...keys.slice(0, -1), key], value)
  }
}

export function append(place: string, value: unknown): Edit {
  return (contract) => contract.addIn(keysOf(place), contract.createNode(value))
}

export function edited(text: string, edits: Edit[]): string {
  const contract = parseDocument(text)
  for (const edit of edits) edit(contract)
  return String(contract)
}

function keysOf(place: string): string[] {
  return place.split(' ')
}

function valueIn(contract: Document, keys: string[]): unknown {
  const value = contract.getIn(keys)
  return isCollection(value) ? value.toJSON() : value
}
