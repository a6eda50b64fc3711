// Test cases of one request each: requests of every family.
import * as fc from 'fast-check'
import type { Session } from './call.ts'
import { type Check, checkOfFamily, type Finding } from './checks.ts'
import { ConnectionEnded, type HttpResponse, NoResponse } from './connection.ts'
import type { ContractOperation } from './contract/operations.ts'
import type { Selection } from './jobs.ts'
import { type Draft, valuesNeededBy } from './requests/draft.ts'
import type { Family } from './requests/families.ts'
import { firstOutcome, getDescription, isRefusal, mismatches, type Outcome } from './requests/outcome.ts'
import { orReason } from './requests/values.ts'
import { existing, setUp } from './set-up.ts'
import type { Target } from './target.ts'

/**
 * Requests of a family that can be sent to the target; the same seed gives the same requests. `omitted` has the
 * operations for which the tester does not find a value, and the reasons.
 */
export function draftsFor(family: Family, target: Target, { seed, perFamily, skip }: Selection) {
  const omitted = new Map<string, string>()
  // A request with two violations is skipped with either of them.
  const isSkipped = ({ families }: Draft) => families.some((name) => skip.some((text) => name.includes(text)))
  const isSendable = (draft: Draft) => canBeSent(draft, target) && !isSkipped(draft)
  // The same number for each operation, so that each one gets requests of each family.
  const count = Math.ceil(perFamily / family.operations.length)
  const sent = family.operations.flatMap((operation, index) => {
    const requests = family.requestsFor(operation)
    const drawn = (from: number, numRuns: number): Draft[] => {
      const found = orReason(() => fc.sample(requests, { seed: from, numRuns }))
      if (typeof found !== 'string') return found
      omitted.set(operation.id, found)
      return numRuns === 1 ? [] : Array.from({ length: numRuns }, (_, run) => drawn(from + run, 1)).flat()
    }
    // The same seed would give each operation the same variants.
    const sendable = (numRuns: number) => drawn(seed + index, numRuns).filter(isSendable)
    const drafts = sendable(count)
    // Of some families nothing can be sent: more samples would only take time.
    return drafts.length === count || sendable(12).length === 0 ? drafts : sendable(count * 8).slice(0, count)
  })
  return { drafts: [...family.always.filter(isSendable), ...sent], omitted }
}

/**
 * Whether the target has the tokens that a draft needs, and the draft may be sent. Without permission to write, a
 * defective service must not get the chance to do so.
 */
function canBeSent(draft: Draft, target: Target): boolean {
  const { options } = target
  const { operation, method, path } = draft
  const values = { ...target.values, ...existing(target, operation.path), newId: '', newInteger: '', etag: '' }
  const needed = valuesNeededBy(draft)
  if (needed.has('otherId')) needed.add('otherCallerToken')
  if ([...needed].some((name) => /token$/i.test(name) && !(name in values))) return false
  if (options.mayWrite) return true
  const isRead = method === 'OPTIONS' || (['GET', 'HEAD'].includes(method) && operation.method === 'GET')
  const isSetUp = [...needed].every((name) => name in values || /token$/i.test(name))
  // The tag is that of an item.
  return isRead && isSetUp && (path.endsWith('}') || !needed.has('etag'))
}

function checkFor({ method, outcomes }: Draft, family: string): Check {
  if (method === 'OPTIONS') return 'allow_header_conformance'
  const isValid = outcomes.every(({ status }) => status < 400)
  return checkOfFamily[family] ?? (isValid ? 'positive_data_acceptance' : 'negative_data_rejection')
}

/** They depend on stored items: an operation can refuse the request before it looks at them. */
const stateStatuses = [304, 404, 412, 422]

/** Sends one request and checks the response. */
export async function runDraft(session: Session, draft: Draft, family: string): Promise<void> {
  const { target } = session
  const { options } = target
  const { outcomes, operation } = draft
  // A mock knows the request only.
  const expected = firstOutcome(outcomes.filter(({ because }) => !options.isMock || because === undefined))
  const check = checkFor(draft, family)
  const mayDiffer = options.isStrict !== true && expected.library !== undefined
  let { values } = target
  try {
    values = await setUp(draft, target)
    const response = await target.send(draft, values)
    session.request = `${target.toText(draft, values)}\n→ ${response.status}`
    const isOther = response.status !== expected.status && expected.orElse?.includes(response.status)
    const isChosen = stateStatuses.includes(expected.status) && isRefusal(operation, response)
    if (isOther) return
    const found = [
      ...(isChosen ? [] : unexpected(operation, response, expected, check)),
      ...target.check(draft.method, expected.isOfAnyRequest ? undefined : operation, response),
    ]
    const isNote = mayDiffer && found.length > 0 && isOfLibrary(expected, draft, response)
    if (isNote) target.state.notes.push({ name: family, message: toNote(expected, response) })
    else session.findings.push(...found)
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    error.request ??= target.toText(draft, values)
    if (!(error instanceof ConnectionEnded && mayDiffer)) throw error
    session.request = error.request
    target.state.notes.push({ name: family, message: toNote(expected) })
  }
}

/** Whether the HTTP library of a server may have decided on a response. */
function isOfLibrary({ library }: Outcome, { outcomes }: Draft, { status }: HttpResponse): boolean {
  const isRefusal = (status >= 400 && status < 500) || status === 501
  return isRefusal || (library === 'may accept' && outcomes.some((one) => one.status === status))
}

function toNote(expected: Outcome, response?: HttpResponse): string {
  if (response?.status === expected.status) return `${expected.status}, but not as the contract documents it`
  return `expected ${expected.status}, got ${response?.status ?? 'no response'}`
}

function unexpected(operation: ContractOperation, response: HttpResponse, expected: Outcome, check: Check): Finding[] {
  const { status } = response
  const isOtherRefusal = status >= 400 && expected.status >= 400 && check === 'negative_data_rejection'
  const found = status >= 500 ? 'not_a_server_error' : isOtherRefusal ? 'refusal_conformance' : check
  const sentence = getDescription(operation, expected.status)
  const details = { check: found, ...(sentence !== undefined && { sentence }) }
  return mismatches(response, expected).map((message) => ({ ...details, message }))
}
