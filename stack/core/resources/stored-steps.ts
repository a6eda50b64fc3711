// Reads all stored items in steps, beside the requests.
import type { ItemKey, KeyedItem, StoredItems } from './item-store.ts'

/** Items that are read at a time: few enough to keep the service responsive. */
const step = 500
const pauseMs = 10

export async function* storedSteps(
  store: Pick<StoredItems, 'itemsAfter'>,
  isStopping: () => boolean = () => false,
): AsyncGenerator<KeyedItem[]> {
  let after: ItemKey | undefined
  do {
    const items = await store.itemsAfter(after, step)
    yield items
    after = items.length === step ? items.at(-1)?.key : undefined
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  } while (after !== undefined && !isStopping())
}
