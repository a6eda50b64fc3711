// COVERAGE=1: which of the documented responses, and which of their optional headers, a run has got. Required headers and
// bodies are part of every response that counts, because it is as documented.
import type { HttpResponse } from './connection.ts'
import { type ContractOperation, type ContractResponse, httpResponses, operations } from './contract/openapi.ts'
import { parseJson } from './contract/oracle.ts'

/** Responses that no request alone causes: they need load, a slow connection or a fault. */
const excused = new Set([408, 429, 500, 503])

export interface Row {
  response: string
  /** Number of responses. */
  times: number
  /** Optional headers that no response had. */
  missing: string[]
}

export class Coverage {
  readonly #received = new Map<ContractResponse, { times: number; headers: Set<string> }>()

  /** @param operation `undefined` if the request matches no operation. @param response A response as documented. */
  add(operation: ContractOperation | undefined, { status, headers, body }: HttpResponse): void {
    const { type } = Object(parseJson(body))
    // Several problem types may have one status.
    const found = [operation?.responses.get(status), httpResponses.get(status)].find((one) => {
      const types = [...(one?.content.values() ?? [])].map((content) => content.type)
      return one !== undefined && (types.length === 0 || types.includes(type))
    })
    if (found === undefined) return
    const received = this.#received.get(found) ?? { times: 0, headers: new Set() }
    received.times++
    for (const name of Object.keys(headers)) received.headers.add(name)
    this.#received.set(found, received)
  }

  /** A row for each documented response that the run can cause. */
  rows(): Row[] {
    return [...operations, { id: 'any request', responses: httpResponses }].flatMap(({ id, responses }) =>
      [...responses.values()]
        .filter(({ status }) => !excused.has(status))
        .map((response) => {
          const { times = 0, headers } = this.#received.get(response) ?? {}
          const missing = [...response.headers].filter(([name, { required }]) => !required && !headers?.has(name))
          return { response: `${id} ${response.status}`, times, missing: missing.map(([name]) => name) }
        }),
    )
  }
}

/** One line for each response or header that the run has not got. */
export function missingIn(rows: Row[]): string[] {
  const never = rows.filter(({ times }) => times === 0).map(({ response }) => `no response ${response}`)
  const received = rows.filter(({ times }) => times > 0)
  const headers = received.flatMap(({ response, missing }) => missing.map((name) => ({ name, response })))
  const grouped = [...Map.groupBy(headers, ({ name }) => name)]
  return [...never, ...grouped.map(([name, of]) => `no header ${name} in ${of.map((one) => one.response).join(', ')}`)]
}

/** A table of all rows. */
export function formatCoverage(rows: Row[]): string {
  const line = (response: string, received: string) => `${response.padEnd(30)} ${received.padStart(9)}`
  const lines = rows.map(({ response, times, missing }) => {
    const without = missing.length > 0 ? `  without ${missing.join(', ')}` : ''
    return line(response, String(times || '-')) + without
  })
  return [line('response', 'received'), ...lines].join('\n')
}
