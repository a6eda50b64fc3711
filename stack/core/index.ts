// contract-stack/contract: what generated files and handlers import.

export type { Caller } from './caller.ts'
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
export { AnyProblem, type ProblemClass } from './problem.ts'
