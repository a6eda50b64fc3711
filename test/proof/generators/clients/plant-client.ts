// The interface that every program in this folder implements, with calls of its generated client only. The types are those
// of the contract, through our own client. So the compiler compares every generated type with the contract.
import type { Input, OperationId, Result as OwnResult } from '@plant-collection/client'

type Documented<Id extends OperationId> = Exclude<OwnResult<Id>, { status: 'unexpected' }>

type BodyOf<Id extends OperationId> = Extract<Documented<Id>, { ok: true }>['body']
/** `status` and `type` tell the problems of an operation apart. */
type ProblemOf<Id extends OperationId> = NonNullable<Extract<Documented<Id>, { ok: false }>['problem']>

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
  /** Sent with every request, such as `Prefer` for the mock. */
  headers: Record<string, string>
}

/** Exported by every program. */
export type Connect = (connection: Connection) => PlantClient

/** What a generator makes of the contract. */
interface GeneratedTypes {
  PlantDraft: unknown
  PlantPatch: unknown
  plants: unknown
  problems: Record<OperationId, unknown>
}

/** For each generated type, whether it is the type of the contract. Every program exports `sameTypes` of this type. */
export type SameTypes<Types extends GeneratedTypes> = {
  PlantDraft: Same<Types['PlantDraft'], CreateBody>
  PlantPatch: Same<Types['PlantPatch'], UpdateBody>
  plants: Same<Types['plants'], BodyOf<'listPlants'>>
} & { [Id in OperationId]: Same<Types['problems'][Id], ProblemOf<Id>> }

/** Only a `SameTypes` without `false` accepts it. */
export const allSame = {
  ...({ PlantDraft: true, PlantPatch: true, plants: true } as const),
  ...({ listPlants: true, createPlant: true, getPlant: true, updatePlant: true, deletePlant: true } as const),
}

/** `true` if both types accept the same values, and the first one is not `any`. */
type Same<Generated, Contract> = 0 extends 1 & Generated
  ? false
  : [Generated, Contract] extends [Contract, Generated]
    ? true
    : false
