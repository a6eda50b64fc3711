// Scenarios: what a mock does with certain requests. The pipeline validates their responses like any other, so the
// contract must document them, unless they are `undocumented`.

import type { Contract, ContractResponse } from '../../core/contract/contract.ts'
import { problemMediaType } from '../../core/contract/problems.ts'
import { getResponse } from '../../core/contract/responses.ts'
import type { Validator } from '../../core/contract/validator.ts'
import { mediaTypeIn, problemBody } from '../../core/examples/example-response.ts'
import type { DraftResponse, HttpResponse } from '../../core/pipeline/http.ts'
import type { OperationCall } from '../../core/pipeline/pipeline.ts'
import { checkScenario } from './check-scenario.ts'
import type { Scenario, ScenarioResponse, UndocumentedResponse } from './control.ts'
import { requireValid } from './control-input.ts'
import { playBody } from './control-validators.ts'

/** A scenario with a function: the override of a handler for Mock Service Worker, for the requests of this handler. */
export interface ResponseOverride extends Omit<Scenario, 'responses'> {
  /** Returns `undefined` to leave the request to the next handler. */
  responses: [(call: OperationCall) => Promise<ScenarioResponse | undefined>]
}

/** Thrown through the pipeline: the next handler responds. */
export class NotOverridden extends Error {}

interface ActiveScenario {
  scenario: Scenario | ResponseOverride
  override?: ResponseOverride | undefined
  matchCount: number
}

export function createScenarios(contract: Contract, validator: Validator) {
  let active: ActiveScenario[] = []
  return {
    /** Later scenarios take precedence. @throws {ControlError} if one is not possible; then none is added. */
    add(scenarios: Scenario[]): void {
      requireValid(playBody, scenarios, 'scenarios')
      for (const scenario of scenarios) checkScenario(contract, scenario, validator)
      active = [...scenarios.map((scenario) => ({ scenario, matchCount: 0 })).reverse(), ...active]
    },
    /** Ends the scenarios that name the caller. Default: all. Overrides end with their handlers instead. */
    clear(caller?: string): void {
      const isNamed = ({ scenario }: ActiveScenario) => caller === undefined || scenario.caller === caller
      active = active.filter((entry) => entry.override !== undefined || !isNamed(entry))
    },
    /** Ends all scenarios, and forgets how often each override was used. */
    reset(): void {
      active = []
    },
    /**
     * Returns the response of a scenario or an override to this request; `undefined` if there is none.
     * @param override The override of the handler. With one, no scenario matches.
     */
    async next(call: OperationCall, override?: ResponseOverride): Promise<ScenarioResponse | undefined> {
      if (override !== undefined && !active.some((entry) => entry.override === override))
        active.unshift({ scenario: override, override, matchCount: 0 })
      const matching = active.filter((entry) => entry.override === override && matches(entry.scenario, call))
      for (const entry of matching) entry.matchCount++
      const [response] = matching.flatMap(({ scenario, matchCount }) => chooseResponse(scenario, matchCount) ?? [])
      return typeof response === 'function' ? response(call) : response
    },
  }
}

/**
 * Returns the documented example of the operation, with the changes of a scenario.
 * @throws {TypeError} for a status that the operation does not document.
 */
export function overrideExample(
  { examples }: Contract,
  { operation, request }: OperationCall,
  status: number,
  { example: name, headers, body, detail, errors }: ScenarioResponse,
): DraftResponse {
  const documented = getResponse(operation.responses, status)
  if (documented === undefined)
    throw new TypeError(`${operation.id} documents no response ${status}, but ${Object.keys(operation.responses)}`)
  const { headers: exampleHeaders = {}, bodies = {}, sample } = examples[documented.name] ?? {}
  const example = name === undefined ? (Object.values(bodies)[0] ?? sample) : bodies[name]
  const draft: DraftResponse = { status, headers: { ...exampleHeaders, ...withDocumentedNames(headers, documented) } }
  const [documentedBody] = documented.bodies
  if (documentedBody === undefined) return draft
  if (documentedBody.mediaType !== problemMediaType)
    return { ...draft, body: body ?? example, ...mediaTypeIn(documentedBody.mediaType) }
  // The detail of an example contains the seconds of its Retry-After.
  const [before, after] = [exampleHeaders, draft.headers].map((headers) => `${headers?.['Retry-After']} seconds`)
  const text = detail ?? Object(example).detail?.replace(before, after)
  return { ...draft, body: problemBody(request, { ...Object(example), detail: text, ...(errors && { errors }) }) }
}

/** Returns the headers with their names as in the contract. */
function withDocumentedNames(headers: ScenarioResponse['headers'] = {}, documented: ContractResponse) {
  const byName = Object.entries(headers).map(([name, value]) => {
    const header = documented.headers.find((header) => header.name.toLowerCase() === name.toLowerCase())
    return [header?.name ?? name, value]
  })
  return Object.fromEntries(byName)
}

export function toHttpResponse({ status, headers = {}, body }: UndocumentedResponse): HttpResponse {
  if (body === undefined) return { status, headers, body }
  const isContentType = ([name]: [string, string]) => name.toLowerCase() === 'content-type'
  const entries = Object.entries(headers)
  const [, mediaType] = entries.find(isContentType) ?? ['', 'text/html']
  return {
    status,
    headers: Object.fromEntries(entries.filter((header) => !isContentType(header))),
    body: { mediaType, content: body },
  }
}

function matches({ operation, caller, path }: ActiveScenario['scenario'], call: OperationCall): boolean {
  const [calledPath] = call.request.target.split('?')
  return (
    (operation === undefined || operation === call.operation.id) &&
    (caller === undefined || caller === call.principal.owner) &&
    (path === undefined || call.operation.bases.some((base) => calledPath === base + path))
  )
}

function chooseResponse({ nth = 1, times, responses }: ActiveScenario['scenario'], matchCount: number) {
  const served = matchCount - nth
  const last = times ?? (responses.length === 1 ? Number.POSITIVE_INFINITY : responses.length)
  if (served < 0 || served >= last) return undefined
  return responses[Math.min(served, responses.length - 1)]
}
