// What the service does at the first start with a new data folder, such as adding examples.
import type { ItemStore } from './item-store.ts'

export interface FirstStartOptions {
  store: ItemStore
  /** The caller of the development tokens. */
  owner: string
  dataFolder: string
  /** After `true` the next start does the rest. */
  isStopping?: () => boolean
}

export type FirstStart = (options: FirstStartOptions) => Promise<void>
