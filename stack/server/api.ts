// What a service or a mock serves: a contract, and what is special about its operations.
import type { Contract, ServerData } from '../core/contract/contract.ts'
import type { AnyHandlers } from '../core/handlers/any-handlers.ts'
import type { Verifiers } from '../core/pipeline/authenticate.ts'
import type { ItemStore } from '../core/stores/item-store.ts'

export interface Api {
  contract: Contract
  server: ServerData
  handlers: AnyHandlers
  /**
   * Functions that verify the credentials of a security scheme, by its name. Default: each credential is an access
   * token of the issuer. A mock does not call them.
   */
  verifiers?: Verifiers
}

export interface ServiceApi extends Api {
  /** Adds items at the start, with development tokens and SQLite. Default: it adds none. */
  firstStart?: FirstStart
  /** Command that prints a token in a terminal. Default: `node`, the program and `token`. */
  tokenCommand?: string
  /** The folder with the built example app. Default: `/` redirects to the docs. */
  exampleFolder?: URL
}

/** Runs at each start with development tokens and SQLite, for example to add missing examples. */
export type FirstStart = (options: FirstStartOptions) => Promise<void>

export interface FirstStartOptions {
  store: ItemStore
  /** The principal of the development tokens. */
  owner: string
  dataFolder: string
  /** Whether the service is stopping. If it is, return: the next start does the rest. */
  isStopping?: () => boolean
}

/** A command of the service (commands.ts). @throws {StartUpError} that says what to do. */
export type Command = (api: ServiceApi, environment: NodeJS.ProcessEnv, args: string[]) => Promise<void>
