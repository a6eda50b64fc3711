// The interface that every program in this folder implements, with calls of its generated client only. The types are those
// of the contract, through our own client. So the compiler compares every generated type with the contract.
import type { Input, OperationId, Result as OwnResult } from '@plant-collection/client'

type Documented<Id extends OperationId> = Exclude<OwnResult<Id>, { status: 'unexpected' }>

export type BodyOf<Id extends OperationId> = Extract<Documented<Id>, { ok: true }>['body']
/** `status` and `type` tell the problems of an operation apart. */
export type ProblemOf<Id extends OperationId> = NonNullable<Extract<Documented<Id>, { ok: false }>['problem']>

export type Result<Id extends OperationId> = { ok: true; body: BodyOf<Id> } | { ok: false; problem: ProblemOf<Id> }

export type ListQuery = NonNullable<Input<'listPlants'>['query']>
export type CreateBody = Input<'createPlant'>['body']
export type UpdateBody = Input<'updatePlant'>['body']
export type CreateHeaders = NonNullable<Input<'createPlant'>['header']>
export type ChangeHeaders = NonNullable<Input<'updatePlant'>['header']>

export interface PlantClient {
  listPlants: (query: ListQuery) => Promise<Result<'listPlants'>>
  createPlant: (body: CreateBody, headers?: CreateHeaders) => Promise<Result<'createPlant'>>
  getPlant: (id: string) => Promise<Result<'getPlant'>>
  updatePlant: (id: string, body: UpdateBody, headers?: ChangeHeaders) => Promise<Result<'updatePlant'>>
  deletePlant: (id: string, headers?: ChangeHeaders) => Promise<Result<'deletePlant'>>
}

export interface Connection {
  url: string
  token: string
  /** Sent with every request, such as `Prefer` for the mock. */
  headers: Record<string, string>
}

/** Exported by every program. */
export type Connect = (connection: Connection) => PlantClient

/** `true` if both types accept the same values, and the first one is not `any`. */
export type Same<Generated, Contract> = 0 extends 1 & Generated
  ? false
  : [Generated, Contract] extends [Contract, Generated]
    ? true
    : false
