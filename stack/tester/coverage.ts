// COVERAGE=1: which documented responses, and which of their optional headers, a run has got. Only responses that are
// as documented count, so they have the required headers and bodies.
import type { HttpResponse } from './connection.ts'
import type { ContractOperation } from './contract/operations.ts'
import { parseJson } from './contract/oracle.ts'
import type { ContractResponse } from './contract/responses.ts'
import type { TestedContract } from './contract/tested-contract.ts'

/** Responses that no request alone causes: they need load, a slow connection, a fault, or many items below another. */
const excused = new Set([408, 409, 429, 500, 503])
/** Of an operation: one that has no handler. */
const notImplemented = 501

export class Coverage {
  /** The names of the headers that a response had so far. */
  readonly #received = new Map<ContractResponse, Set<string>>()

  /** @param operation `undefined` if the request matches no operation. @param response A response as documented. */
  add(contract: TestedContract, operation: ContractOperation | undefined, response: HttpResponse): void {
    const { status, headers, body } = response
    const { type } = Object(parseJson(body))
    // Several problem types may have one status.
    const found = [operation?.responses.get(status), contract.httpResponses.get(status)].find((one) => {
      const types = [...(one?.content.values() ?? [])].flatMap((content) => content.types)
      return one !== undefined && (types.length === 0 || types.includes(type))
    })
    if (found === undefined) return
    this.#received.set(found, new Set([...(this.#received.get(found) ?? []), ...Object.keys(headers)]))
  }

  /** One line for each response or header that the run has not got. */
  missing({ operations, httpResponses }: TestedContract): string[] {
    const expected = [...operations, { id: 'any request', responses: httpResponses }].flatMap(({ id, responses }) =>
      [...responses.values()]
        .filter(({ status }) => !excused.has(status) && (status !== notImplemented || id === 'any request'))
        .map((response) => ({ id, response })),
    )
    return expected.flatMap(({ id, response }) => {
      const received = this.#received.get(response)
      if (received === undefined) return [`no response ${id} ${response.code}`]
      const optional = [...response.headers].filter(([name, { required }]) => !required && !received.has(name))
      return optional.map(([name]) => `no header ${name} in ${id} ${response.code}`)
    })
  }
}
