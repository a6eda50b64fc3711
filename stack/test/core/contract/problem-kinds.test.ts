import { expect, it } from 'vitest'
import { asProblem } from '../../../core/contract/problem-kinds.ts'
import { Problem, type ProblemName } from '../../product/generated/handlers.ts'
import { contract } from '../../product/generated/index.ts'

const { renderProblem } = contract

it('a problem that the contract does not have is an error', () => {
  const unknown = new Problem('unknown' as ProblemName, 'Wrong.')
  expect(() => renderProblem(unknown, 'an-id')).toThrow('The contract has no problem unknown.')
})

it('any other error becomes an internal error, which keeps it as its cause and does not quote it', () => {
  const problem = new Problem('not-found', 'Nothing.')
  expect(asProblem(problem)).toBe(problem)
  const error = new Error('the password is stairs')
  expect(asProblem(error)).toMatchObject({ kind: 'internal-error', cause: error })
  expect(asProblem(error).message).not.toContain('stairs')
  expect(String(asProblem(error))).toMatch(/^Problem: The service failed\./)
})
