// The header Location of a creation.
import type { Collection } from '../contract/collections.ts'
import type { Item } from './item.ts'

/** Relative to the URL of the collection. */
export function getLocation({ name, idField }: Collection, item: Item): { Location: string } {
  return { Location: `${name}/${encodeURIComponent(String(item[idField]))}` }
}
