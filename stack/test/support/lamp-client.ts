// The client of the product of the stack's tests, its types, and all that it can read.
import type * as client from '../../client/index.ts'
import { ProblemError as AnyProblemError, createClient, orThrow } from '../../client/index.ts'
import { contract, type Types } from '../product/generated/client.ts'
import type { Service } from './service.ts'

export * from '../../client/index.ts'
export type { FieldError, Lamp, LampDraft, LampPatch } from '../product/generated/api.d.ts'

export interface LampClient extends client.Client<Types> {}
export type OperationId = client.OperationId<Types>
export type Input<Id extends OperationId> = client.Input<Types, Id>
export type SuccessOf<Id extends OperationId> = client.SuccessOf<Types, Id>
export type Page = SuccessOf<'listLamps'>
export type DocumentedProblem = client.DocumentedProblem<Types>
export type ThrowingClient = client.ThrowingClient<LampClient>

export type ProblemError = client.ProblemErrorOf<Types>
// The client throws it for the problems of this contract only.
export const ProblemError = AnyProblemError as new (
  ...result: ConstructorParameters<typeof AnyProblemError>
) => ProblemError

export const createLampClient = (options: client.ClientOptions): LampClient => createClient(contract, options)

/** Reads what these callers can read, to compare two services: all pages, and each lamp of the first page. */
export async function readEverything(service: Service, subjects: string[]) {
  const all = subjects.map(async (subject) => {
    const client = orThrow(createLampClient({ baseUrl: service.url, token: await service.token(subject) }))
    const pages = await Array.fromAsync(client.allPages('listLamps', { query: { limit: 100 } }))
    const lamps = await Promise.all((pages[0]?.body ?? []).map(({ id }) => client.getLamp({ path: { id } })))
    return [subject, { pages: pages.map(stableParts), lamps: lamps.map(stableParts) }] as const
  })
  return Object.fromEntries(await Promise.all(all))
}

interface Received {
  body: unknown
  headers: Partial<Record<'etag' | 'link' | 'last-modified', string | undefined>>
}

function stableParts({ body, headers }: Received) {
  return { etag: headers.etag, link: headers.link, lastModified: headers['last-modified'], body: JSON.stringify(body) }
}
