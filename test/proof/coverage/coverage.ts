// Runs all scenarios, and tells which points of the contract they exercise.
import * as contract from '../../../tools/contract-tester/contract/openapi.ts'
import { derivedScenarios } from './derived-scenarios.ts'
import { type Contract, nameOf, type Point, pointsOf } from './points.ts'
import { runScenario } from './run-scenario.ts'
import { anyRequest, type Exchange, type Scenario } from './scenario.ts'
import { anyRequestScenarios, operationScenarios } from './scenarios.ts'

export interface PointCoverage {
  point: Point
  /** How often it was exercised. */
  times: number
  /** What the responses had in its place, if that helps to find the cause. */
  instead: string[]
}

const concurrency = 8

export function allScenarios(): Scenario[] {
  // A new operation has no scenarios yet, whatever the type says.
  const known: Partial<Record<string, (typeof operationScenarios)['listPlants']>> = operationScenarios
  const ofOperations = contract.operations.flatMap((operation): Scenario[] => {
    const written = known[operation.id] ?? []
    const [success] = written
    const derived = success === undefined ? [] : derivedScenarios(operation, success)
    return [...written, ...derived].map((scenario) => ({ of: operation.id, ...scenario }))
  })
  return [...anyRequestScenarios.map((scenario) => ({ of: anyRequest, ...scenario })), ...ofOperations]
}

export async function runScenarios(scenarios: Scenario[]): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  const waiting = scenarios.values()
  const work = async () => {
    for (const scenario of waiting) exchanges.push(await runScenario(scenario))
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return exchanges
}

/** A response that differs from the contract exercises nothing. */
export function coverageOf(exchanges: Exchange[], of: Contract = contract): PointCoverage[] {
  const correct = exchanges.filter(({ deviations }) => deviations.length === 0)
  return pointsOf(of).map((point) => {
    const times = correct.filter(point.isShownBy).length
    const instead = correct.map((exchange) => point.seenInstead?.(exchange)).filter((text) => text !== undefined)
    return { point, times, instead: [...new Set(instead)] }
  })
}

/** The names of the points that were not exercised, and what to do about them; empty if there are none. */
export function missingPoints(coverage: PointCoverage[]): string[] {
  const names = coverage
    .filter(({ times }) => times === 0)
    .map(({ point, instead }) => {
      const hint = instead.length === 0 ? '' : ` (sent instead: ${instead.slice(0, 3).join(' or ')})`
      return nameOf(point) + hint
    })
  if (names.length === 0) return []
  return [
    ...names,
    'openapi.yaml documents these, but the live service has not shown them.',
    'Add a scenario for each to test/proof/coverage/scenarios.ts.',
    'If the service never sends one of them, delete it from openapi.yaml.',
  ]
}

/** One line for each difference between a response and the contract. */
export function deviationsIn(exchanges: Exchange[]): string[] {
  return exchanges.flatMap(({ of, cause, response: { status, body }, deviations }) =>
    deviations.map((deviation) => `${of}, ${cause}: ${deviation} (${status} ${body.slice(0, 200)})`),
  )
}
