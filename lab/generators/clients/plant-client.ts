// The interface that every program in this folder implements, with calls of its generated client only. The types are those
// of the contract, through our own client. So the compiler compares every generated type with the contract.
import type { Input, OperationId, Result as OwnResult } from '@plant-collection/client'

type Documented<Id extends OperationId> = Exclude<OwnResult<Id>, { status: 'unexpected' }>

type BodyOf<Id extends OperationId> = Extract<Documented<Id>, { ok: true }>['body']
/** `status` and `type` tell the problems of an operation apart. */
type ProblemOf<Id extends OperationId> =
  Documented<Id> extends infer R ? (R extends { ok: false; problem: infer P } ? NonNullable<P> : never) : never

export type Result<Body, Problem> = { ok: true; body: Body } | { ok: false; problem: Problem }
type ResultOf<Id extends OperationId> = Result<BodyOf<Id>, ProblemOf<Id>>

export type ListQuery = NonNullable<Input<'listPlants'>['query']>
export type CreateBody = Input<'createPlant'>['body']
export type UpdateBody = Input<'updatePlant'>['body']
export type CreateHeaders = NonNullable<Input<'createPlant'>['header']>
export type ChangeHeaders = NonNullable<Input<'updatePlant'>['header']>

export interface PlantClient {
  listPlants: (query: ListQuery) => Promise<ResultOf<'listPlants'>>
  createPlant: (body: CreateBody, headers?: CreateHeaders) => Promise<ResultOf<'createPlant'>>
  getPlant: (id: string) => Promise<ResultOf<'getPlant'>>
  updatePlant: (id: string, body: UpdateBody, headers?: ChangeHeaders) => Promise<ResultOf<'updatePlant'>>
  deletePlant: (id: string, headers?: ChangeHeaders) => Promise<ResultOf<'deletePlant'>>
}

export interface Connection {
  url: string
  token: string
}

/** Exported by every program. */
export type Connect = (connection: Connection) => PlantClient

/** The types of the contract that a generated client also has. */
interface ContractTypes {
  PlantDraft: CreateBody
  PlantPatch: UpdateBody
  plants: BodyOf<'listPlants'>
  problems: { [Id in OperationId]: ProblemOf<Id> }
}

/** `true` if the generated types accept the same values, and none is `any`. Every program exports it. */
export type SameTypes<Types extends ContractTypes> = [ContractTypes, ContractTypes['problems']] extends [
  WithoutAny<Types>,
  WithoutAny<Types['problems']>,
]
  ? true
  : false

type WithoutAny<Types> = { [Name in keyof Types]: 0 extends 1 & Types[Name] ? never : Types[Name] }
