import { expect, it } from 'vitest'
import { asProblem, renderProblem } from '../../../../server/core/contract/problem-kinds.ts'
import { Problem, type ProblemType } from '../../../../server/core/problem.ts'

it('a problem is rendered with the title and the status of the contract', () => {
  const errors = [{ parameter: 'limit', detail: 'must be 1' }]
  expect(renderProblem(new Problem('/problems/invalid-request', 'Wrong.', { errors }), 'an-id')).toEqual({
    status: 400,
    body: {
      type: '/problems/invalid-request',
      title: 'The request is not valid',
      status: 400,
      detail: 'Wrong.',
      instance: 'urn:uuid:an-id',
      errors,
    },
  })
})

it('a problem that the contract does not have is an error', () => {
  const unknown = new Problem('/problems/unknown' as ProblemType, 'Wrong.')
  expect(() => renderProblem(unknown, 'an-id')).toThrow('The contract has no response for /problems/unknown.')
})

it('any other error becomes an internal error, which keeps it as its cause and does not quote it', () => {
  const problem = new Problem('/problems/not-found', 'Nothing.')
  expect(asProblem(problem)).toBe(problem)
  const error = new Error('the password is fern')
  expect(asProblem(error)).toMatchObject({ type: '/problems/internal-error', cause: error })
  expect(asProblem(error).message).not.toContain('fern')
  expect(String(asProblem(error))).toMatch(/^Problem: The service failed\./)
})
