// contract-stack/contract: what generated files and handlers import.

export type { Caller } from './caller.ts'
export { type Contract, defineContract } from './contract/contract.ts'
export { notWritten } from './handlers/any-handlers.ts'
export type { HandlerContext, HandlerItems, WithFiles } from './handlers/handler.ts'
export { AnyProblem, type ProblemClass } from './problem.ts'
