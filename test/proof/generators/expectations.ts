// What the checks expect of the result of a call.
import assert from 'node:assert/strict'
import type { Problem } from '@plant-collection/client'
import type { Result } from './clients/plant-client.ts'

/** @throws {Error} if the call returned a problem. */
export function bodyOf<Body>(result: Result<Body, unknown>): Body {
  if (result.ok) return result.body
  throw new Error(`The call returned a problem: ${JSON.stringify(result.problem)}`)
}

/**
 * A problem with all its members.
 * @param type The last part of the expected `type`.
 * @throws {Error} if the call succeeded, or if a member is missing.
 */
export function problemOf<Refused extends Problem>(result: Result<unknown, Refused>, type: string): Refused {
  if (result.ok) throw new Error('The call succeeded.')
  const { problem } = result
  assert.equal(problem?.type, `tag:plants.example,2026:${type}`)
  assert.match(problem.title ?? '', /\w/)
  assert.match(problem.detail ?? '', /\w/)
  assert.match(problem.instance ?? '', /^urn:uuid:[0-9a-f-]{36}$/)
  return problem
}
