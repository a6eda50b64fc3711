// Scenarios: what a mock does with certain requests, instead of what it does with others. Only what the contract documents
// is possible: the pipeline checks these responses like any other.
import { examples } from '../../../generated/examples.ts'
import { type OperationPlan, operations } from '../contract/plan.ts'
import type { Validator } from '../contract/validator.ts'
import { changedExample } from '../examples/example-response.ts'
import type { DraftResponse } from '../pipeline/http.ts'
import type { Call, Respond } from '../pipeline/pipeline.ts'
import { ControlError } from './clock.ts'
import type { Scenario, ScenarioResponse } from './control.ts'

export interface Scenarios {
  /** Later scenarios come first. @throws {ControlError} if one is not possible; then none is added. */
  add: (scenarios: Scenario[]) => void
  clear: () => void
  /** Returns what happens to this request; `undefined` for nothing special. */
  next: (call: Call) => ScenarioResponse | undefined
}

const maxDelayMs = 600_000

export function createScenarios(validator: Validator): Scenarios {
  let active: { scenario: Scenario; matched: number }[] = []
  return {
    add(scenarios) {
      for (const scenario of scenarios) check(scenario, validator)
      active = [...scenarios.map((scenario) => ({ scenario, matched: 0 })).reverse(), ...active]
    },
    clear() {
      active = []
    },
    next(call) {
      const matching = active.filter(({ scenario }) => matches(scenario, call))
      for (const entry of matching) entry.matched++
      const responses = matching.flatMap(({ scenario, matched }) => responseOf(scenario, matched) ?? [])
      return responses[0]
    },
  }
}

/** Responds as the scenario says. @param otherwise For a response without a status. */
export async function respondAs(
  { status, delayMs = 0, ...changes }: ScenarioResponse,
  call: Call,
  otherwise: Respond,
): Promise<DraftResponse> {
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
  return status === undefined ? otherwise(call) : changedExample(call, status, changes)
}

function matches({ operation, caller, path }: Scenario, call: Call): boolean {
  const [calledPath] = call.request.target.split('?')
  return (
    (operation === undefined || operation === call.operation.id) &&
    (caller === undefined || caller === call.caller.owner) &&
    (path === undefined || path === calledPath)
  )
}

function responseOf({ nth = 1, times, responses }: Scenario, matched: number): ScenarioResponse | undefined {
  const used = matched - nth
  const last = times ?? (responses.length === 1 ? Number.POSITIVE_INFINITY : responses.length)
  if (used < 0 || used >= last) return undefined
  return responses[Math.min(used, responses.length - 1)]
}

/** @throws {ControlError} */
function check(scenario: Scenario, validator: Validator): void {
  const { operation: id, nth = 1, times = 1, responses } = scenario
  const named = operations.filter((operation) => id === undefined || operation.id === id)
  if (named.length === 0)
    throw impossible(
      'operation',
      id,
      operations.map((operation) => operation.id),
    )
  for (const [name, count] of Object.entries({ nth, times })) {
    if (!Number.isInteger(count) || count < 1) throw new ControlError(`${name} must be a whole number from 1.`)
  }
  if (responses.length === 0) throw new ControlError('A scenario needs at least one response.')
  for (const response of responses) {
    checkDelivery(response)
    for (const operation of named) checkResponse(operation, response, validator)
  }
}

function checkDelivery({ delayMs = 0, bytesPerSecond = 1, cut = 'middle' }: ScenarioResponse): void {
  if (!(delayMs >= 0 && delayMs <= maxDelayMs)) {
    throw new ControlError(`delayMs must be a number from 0 to ${maxDelayMs}.`)
  }
  if (!(bytesPerSecond >= 1)) throw new ControlError('bytesPerSecond must be a number from 1.')
  if (!['before', 'middle'].includes(cut)) throw impossible('cut', cut, ['before', 'middle'])
}

function checkResponse(
  { id, responses }: OperationPlan,
  { status, example, headers = {}, body, detail, errors }: ScenarioResponse,
  validator: Validator,
): void {
  if (status === undefined) {
    if (example === undefined && body === undefined && detail === undefined && errors === undefined) return
    throw new ControlError('A response with an example, a body, a detail or errors needs a status.')
  }
  const plan = responses.get(status)
  if (plan === undefined) throw impossible(`status of ${id}`, status, [...responses.keys()])
  const names = Object.keys(examples[plan.name]?.bodies ?? {})
  if (example !== undefined && !names.includes(example)) {
    throw impossible(`example of ${id} with status ${status}`, example, names)
  }
  for (const [name, value] of Object.entries(headers)) {
    const header = plan.headers.find((documented) => documented.name.toLowerCase() === name.toLowerCase())
    if (header === undefined) {
      throw impossible(
        `header of ${id} with status ${status}`,
        name,
        plan.headers.map((documented) => documented.name),
      )
    }
    if (value !== undefined && !header.isValid(value))
      throw new ControlError(`The header ${name} is not valid: ${value}.`)
  }
  const error = body === undefined ? undefined : validator.validateResponse(plan, body)
  if (error !== undefined) throw new ControlError(`The body is not valid: ${error}.`)
}

function impossible(what: string, value: unknown, possible: unknown[]): ControlError {
  const rest = possible.length === 0 ? 'there is none' : `use one of ${possible.join(', ')}`
  return new ControlError(`The ${what} is not valid: ${value}. The contract documents others: ${rest}.`)
}
