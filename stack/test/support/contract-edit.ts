// Edits of a contract, for tables of tests. A path is a list of keys, separated by spaces. An edit without effect
// throws, because otherwise a test would use the unchanged contract.
import { type Document, isCollection, parseDocument } from 'yaml'

export type Edit = (contract: Document) => void

export function set(path: string, value: unknown): Edit {
  return (contract) => {
    const keys = path.split(' ')
    if (!isCollection(contract.getIn(keys.slice(0, -1)))) throw new Error(`Outdated edit: nothing is at ${path}`)
    const present = contract.getIn(keys)
    const isPresent = JSON.stringify(isCollection(present) ? present.toJSON() : present) === JSON.stringify(value)
    if (isPresent) throw new Error(`Outdated edit: ${path} already has this value`)
    contract.setIn(keys, contract.createNode(value))
  }
}

export function remove(path: string): Edit {
  return (contract) => {
    if (!contract.deleteIn(path.split(' '))) throw new Error(`Outdated edit: nothing is at ${path}`)
  }
}

export function rename(path: string, key: string): Edit {
  return (contract) => {
    const keys = path.split(' ')
    const value = contract.getIn(keys, true)
    remove(path)(contract)
    contract.setIn([...keys.slice(0, -1), key], value)
  }
}

export function append(path: string, value: unknown): Edit {
  return (contract) => contract.addIn(path.split(' '), contract.createNode(value))
}

/** Applies the edits to the YAML of a contract. @returns The edited YAML. */
export function applyEdits(text: string, edits: Edit[]): string {
  const contract = parseDocument(text)
  for (const edit of edits) edit(contract)
  return String(contract)
}
