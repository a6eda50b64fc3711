// Types only: `tsc` checks these tests. The README has a complete switch, which every compiler accepts.

import { describe, expectTypeOf, it } from 'vitest'
import type {
  DocumentedProblem,
  FieldError,
  Lamp,
  NotModified,
  OperationId,
  Problem,
  Result,
  Unexpected,
} from '../support/lamp-client.ts'

type Ok<Id extends OperationId> = Id extends Id ? Extract<Result<Id>, { ok: true }> : never
type With<Id extends OperationId, Status> = Id extends Id ? Extract<Result<Id>, { status: Status }> : never
type Flat<T> = { [K in keyof T]: T[K] }
type Headers<Own = unknown> = Flat<
  {
    readonly 'request-id': string
    readonly 'cache-control': string
    readonly vary: string
    readonly 'access-control-allow-origin'?: string
    readonly ratelimit?: string
    readonly 'ratelimit-policy'?: string
  } & Own
>

describe('a result', () => {
  it('has the statuses of the contract for the operation', () => {
    type Errors = 400 | 401 | 403 | 412 | 429 | 500 | 503 | 'unexpected'
    expectTypeOf<Result<'listLamps'>['status']>().toEqualTypeOf<200 | 304 | 406 | Errors>()
    expectTypeOf<Result<'createLamp'>['status']>().toEqualTypeOf<201 | 406 | 413 | 415 | 422 | Errors>()
    expectTypeOf<Result<'getLamp'>['status']>().toEqualTypeOf<200 | 304 | 404 | 406 | Errors>()
    expectTypeOf<Result<'updateLamp'>['status']>().toEqualTypeOf<200 | 404 | 406 | 413 | 415 | Errors>()
  })

  it('has, if ok is true, the status, body and headers of the success', () => {
    expectTypeOf<Ok<'listLamps'>['status']>().toEqualTypeOf<200>()
    expectTypeOf<Ok<'listLamps'>['body']>().toEqualTypeOf<Lamp[]>()
    expectTypeOf<Ok<'listLamps'>['headers']>().toEqualTypeOf<
      Headers<{ readonly etag: string; readonly link?: string }>
    >()
    expectTypeOf<Ok<'createLamp'>['status']>().toEqualTypeOf<201>()
    expectTypeOf<Ok<'createLamp'>['body']>().toEqualTypeOf<Lamp>()
    expectTypeOf<Ok<'getLamp' | 'updateLamp'>['headers']>().toEqualTypeOf<
      Headers<{ readonly etag: string; readonly 'last-modified': string }>
    >()
    expectTypeOf<Ok<'deleteLamp'>['status']>().toEqualTypeOf<204>()
    expectTypeOf<Ok<'deleteLamp'>['body']>().toEqualTypeOf<undefined>()
    expectTypeOf<Result<OperationId>['response']>().toEqualTypeOf<Response>()
  })

  it('has, for a documented error, one problem type and its headers', () => {
    type NotFound = With<'deleteLamp', 404>
    expectTypeOf<NotFound['ok']>().toEqualTypeOf<false>()
    expectTypeOf<NotFound['problem']['type']>().toEqualTypeOf<'tag:rooms.example,2026:not-found'>()
    expectTypeOf<NotFound['problem']['status']>().toEqualTypeOf<404>()
    expectTypeOf<NotFound['problem']['detail']>().toEqualTypeOf<string>()
    expectTypeOf<With<'createLamp', 400>['problem']['errors']>().toEqualTypeOf<FieldError[]>()
    expectTypeOf<With<'deleteLamp', 429>['headers']['retry-after']>().toEqualTypeOf<string>()
    expectTypeOf<With<'listLamps', 401>['headers']>().toEqualTypeOf<Headers<{ readonly 'www-authenticate': string }>>()
    expectTypeOf<With<'updateLamp', 415>['headers']['accept-patch']>().toEqualTypeOf<string>()
    type Statuses = 400 | 401 | 403 | 404 | 406 | 412 | 413 | 415 | 422 | 429 | 500 | 503
    expectTypeOf<Statuses>().toExtend<DocumentedProblem['status']>()
  })

  it('is, for a 304, not ok and without a problem, in the operations that document it', () => {
    type Unmodified = With<'listLamps' | 'getLamp', 304>
    expectTypeOf<With<'getLamp', 304>>().toEqualTypeOf<NotModified<'getLamp'>>()
    expectTypeOf<Unmodified['ok']>().toEqualTypeOf<false>()
    expectTypeOf<Unmodified['problem']>().toEqualTypeOf<undefined>()
    expectTypeOf<With<'listLamps', 304>['headers']>().toEqualTypeOf<Headers<{ readonly etag: string }>>()
    expectTypeOf<With<'getLamp', 304>['headers']['last-modified']>().toEqualTypeOf<string>()
    expectTypeOf<With<'createLamp' | 'updateLamp' | 'deleteLamp', 304>>().toBeNever()
  })

  it('is otherwise unexpected, with any body', () => {
    expectTypeOf<With<'listLamps', 'unexpected'>>().toEqualTypeOf<Unexpected>()
    expectTypeOf<Unexpected['problem']>().toEqualTypeOf<Problem | undefined>()
    expectTypeOf<Unexpected['body']>().toEqualTypeOf<unknown>()
    expectTypeOf<Unexpected['detail']>().toEqualTypeOf<string>()
  })

  it('does not compile with a mistake', () => {
    expectTypeOf(
      (
        result: Result<'createLamp'>,
        listed: Ok<'listLamps'>,
        failed: With<'deleteLamp', 404>,
        unchanged: With<'getLamp', 304>,
      ) => [
        // @ts-expect-error createLamp documents no 404
        result.status === 404,
        // @ts-expect-error Accept-Patch is a header of updateLamp only
        result.status === 415 && result.headers['accept-patch'],
        // @ts-expect-error the property is not documented
        listed.body[0]?.undocumented,
        // @ts-expect-error only a 400 has errors
        failed.problem.errors,
        // @ts-expect-error a 304 has no body
        unchanged.body,
      ],
    ).toBeFunction()
  })
})
