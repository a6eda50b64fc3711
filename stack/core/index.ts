// contract-stack/contract: what generated files and handlers import.

export type {
  CompiledValidator,
  CompiledValidators,
  Contract,
  ContractResponse,
  Product,
  ServerData,
} from './contract/contract.ts'
export { notImplemented as notWritten } from './handlers/any-handlers.ts'
export type { HandlerContext, HandlerItems, WithFiles } from './handlers/handler.ts'
export type { Principal as Caller } from './principal.ts'
export { AnyProblem, type ProblemClass } from './problem.ts'
