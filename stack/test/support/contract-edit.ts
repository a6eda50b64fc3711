// Edits of a contract, for tables. A place is a list of keys, separated by spaces. An edit that no longer fits throws;
// otherwise the change that it stands for would go untested.
import { type Document, isCollection, parseDocument } from 'yaml'

export type Edit = (contract: Document) => void

export function set(place: string, value: unknown): Edit {
  return (contract) => {
    const keys = place.split(' ')
    if (!isCollection(contract.getIn(keys.slice(0, -1)))) throw new Error(`Outdated edit: nothing is at ${place}`)
    const present = contract.getIn(keys)
    const isPresent = JSON.stringify(isCollection(present) ? present.toJSON() : present) === JSON.stringify(value)
    if (isPresent) throw new Error(`Outdated edit: ${place} already has this value`)
    contract.setIn(keys, contract.createNode(value))
  }
}

export function remove(place: string): Edit {
  return (contract) => {
    if (!contract.deleteIn(place.split(' '))) throw new Error(`Outdated edit: nothing is at ${place}`)
  }
}

export function rename(place: string, key: string): Edit {
  return (contract) => {
    const keys = place.split(' ')
    const value = contract.getIn(keys, true)
    remove(place)(contract)
    contract.setIn([...keys.slice(0, -1), key], value)
  }
}

export function append(place: string, value: unknown): Edit {
  return (contract) => contract.addIn(place.split(' '), contract.createNode(value))
}

/** The text of a contract after the edits. */
export function edited(text: string, edits: Edit[]): string {
  const contract = parseDocument(text)
  for (const edit of edits) edit(contract)
  return String(contract)
}
