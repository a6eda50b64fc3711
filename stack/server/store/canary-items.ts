// What /ready creates to see that creations work, and undoes.
import type { CollectionData } from '../../core/contract/contract-data.ts'

/** One item of each collection, with words: it uses the indexes, triggers and entries that other items use. */
export function getCanaryItems(collections: CollectionData[]): { path: string; id: string; text: string }[] {
  return collections.map(({ path, searched = [] }) => {
    const text = JSON.stringify(Object.fromEntries(searched.map((field) => [field, 'A canary'])))
    return { path, id: path, text }
  })
}
