// All provocations, and what they show of the contract.
import * as contract from '../../../tools/contract-tester/contract/openapi.ts'
import { type Contract, nameOf, type Point, pointsOf } from './points.ts'
import { provoke } from './run-scenario.ts'
import { anyRequest, type Exchange, type Provocation } from './scenario.ts'
import { ofAnyRequest } from './scenarios/any-request.ts'
import { ofEveryOperation } from './scenarios/every-operation.ts'
import { entries } from './scenarios/operations.ts'

export interface Shown {
  point: Point
  /** How often it was exercised. */
  times: number
  /** Where it never was: what was answered instead, if that helps. */
  instead: string[]
}

const atATime = 8

export function provocations(): Provocation[] {
  // An operation that is new has no entries yet, whatever the type says.
  const known: Partial<typeof entries> = entries
  const ofOperations = contract.operations.flatMap((operation): Provocation[] => {
    const own = known[operation.id as keyof typeof entries] ?? []
    const [success] = own
    const ofEach = success === undefined ? [] : ofEveryOperation(operation, success)
    return [...own, ...ofEach].map((cause) => ({ of: operation.id, ...cause }))
  })
  return [...ofAnyRequest.map((cause) => ({ of: anyRequest, ...cause })), ...ofOperations]
}

/** Those that come first may take their time: the others go on meanwhile. */
export async function provokeAll(all: Provocation[]): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  const waiting = all.values()
  const work = async () => {
    for (const provocation of waiting) exchanges.push(await provoke(provocation))
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return exchanges
}

/** What is not as documented shows nothing. */
export function shownBy(exchanges: Exchange[], of: Contract = contract): Shown[] {
  const sound = exchanges.filter(({ findings }) => findings.length === 0)
  return pointsOf(of).map((point) => {
    const times = sound.filter(point.isShownBy).length
    const instead = sound.map((exchange) => point.seenInstead?.(exchange)).filter((text) => text !== undefined)
    return { point, times, instead: [...new Set(instead)] }
  })
}

/** What nobody has exercised, by name, with what to do about it; empty where all was. */
export function missing(shown: Shown[]): string[] {
  const names = shown
    .filter(({ times }) => times === 0)
    .map(({ point, instead }) => {
      const hint = instead.length === 0 ? '' : ` (sent instead: ${instead.slice(0, 3).join(' or ')})`
      return nameOf(point) + hint
    })
  if (names.length === 0) return []
  return [
    ...names,
    'openapi.yaml documents these, and no request has shown them on the live service. Add what causes each to',
    'test/proof/coverage/scenarios/operations.ts, or to any-request.ts beside it; or, if the service never sends it,',
    'take it out of openapi.yaml.',
  ]
}

/** What was answered otherwise than documented, a line each. */
export function wrong(exchanges: Exchange[]): string[] {
  return exchanges.flatMap(({ of, cause, answer, findings }) =>
    findings.map((finding) => `${of}, ${cause}: ${finding} (${answer.status} ${answer.body.slice(0, 200)})`),
  )
}
