// contract-stack/server: the service as a process, and what a product adds to its first start.

export { v7 as newId } from 'uuid'
export type { Caller } from '../core/caller.ts'
export { newItem } from '../core/items/item.ts'
export { placeIn } from '../core/items/place.ts'
export type { Verifiers, VerifyCredential } from '../core/pipeline/authenticate.ts'
export type { ItemStore, Page, Place } from '../core/stores/item-store.ts'
export type { Api, FirstStart, ServiceApi } from './api.ts'
export { pageKeyFile } from './auth/page-key.ts'
export { run } from './commands.ts'
export { dataFolder } from './configuration/read-configuration.ts'
export { exitOnStartUpError } from './configuration/start-up-error.ts'
export { isLoopbackHost } from './loopback.ts'
