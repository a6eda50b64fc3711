// contract-stack/contract: what generated files and handlers import.

export { type Contract, defineContract } from './contract/contract.ts'
export { AnyProblem, type ProblemClass } from './problem.ts'
export { notWritten } from './resources/any-handlers.ts'
export type { HandlerOf, HandlersOf, InputOf, ResultOf } from './resources/handler.ts'
