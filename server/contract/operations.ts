// The operations of the contract as a list, to route by and to judge answers by.
import type { operations } from '../../generated/api.d.ts'
import { document, type Method, methods, type Parameter, type Reference, type Response, resolve } from './document.ts'

export type OperationId = keyof operations

export interface Operation {
  id: OperationId
  method: Method
  path: string
  /** Scopes a token must have, all of them. */
  scopes: string[]
  parameters: Parameter[]
  /** Empty where the operation takes no body. */
  requestMediaTypes: string[]
  responses: Record<string, Response>
}

export const operationList: Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const operation = item[method]
    if (operation === undefined) return []
    return {
      // `operations` was generated from these very ids.
      id: operation.operationId as OperationId,
      method,
      path,
      scopes: (operation.security ?? []).flatMap((requirement) => Object.values(requirement).flat()),
      parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve),
      requestMediaTypes: Object.keys(operation.requestBody?.content ?? {}),
      responses: resolveAll(operation.responses),
    }
  }),
)

/** Every scope that some operation needs. */
export const scopes: string[] = [...new Set(operationList.flatMap((operation) => operation.scopes))]

/** What HTTP itself brings: answers that any request may get. */
export const httpResponses: Record<string, Response> = resolveAll(document['x-http-responses'])

function resolveAll(responses: Record<string, Response | Reference>): Record<string, Response> {
  return Object.fromEntries(Object.entries(responses).map(([status, response]) => [status, resolve(response)]))
}
