// What a service or a mock serves: a contract, and what is special about its operations.
import type { Contract } from './core/contract/contract.ts'
import type { ServerData } from './core/contract/contract-data.ts'
import type { AnyHandlers } from './core/resources/handler.ts'

export interface Api {
  contract: Contract
  server: ServerData
  handlers: AnyHandlers
}
