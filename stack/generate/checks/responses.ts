// Responses that no handler and no part of the pipeline can return.

import { pascalCase } from '../complete/common.ts'
import { toNode } from '../complete/node.ts'
import { getOperations, toList } from '../complete/operations.ts'
import type { Written } from '../contract.ts'
import { type Checks, each } from './check.ts'
import { responsesIn } from './written-parts.ts'

/** The pipeline returns them before, or instead of, what an operation does. */
export const ofPipeline = ['400', '401', '403', '406', '413', '415', '429', '500', '503']

export const responseChecks: Checks<Written> = {
  'no success': each(
    ({ own }) => getOperations(own),
    ({ operation }) => {
      const hasSuccess = Object.keys(toNode(operation.responses)).some((status) => /^(?:[23]|default)/.test(status))
      const advice = 'write a response with a status such as 200, 201 or 204'
      return !hasSuccess && `An operation must have a success: ${advice}.`
    },
    '/responses',
  ),

  'an x-problem of another status': each(responsesIn, ({ status, response: { 'x-problem': name } }, { common }) => {
    const known = Object.entries(common.responses).filter(([, one]) => String(one.status) === status)
    const isKnown = name === undefined || known.some(([component]) => component === pascalCase(String(name)))
    return !isKnown && `No problem ${name} has the status ${status}: add one to x-problems.`
  }),

  'x-without-responses with a response of the pipeline': each(
    ({ own }) => getOperations(own),
    ({ operation }) => {
      const found = toList(operation['x-without-responses']).filter((status) => ofPipeline.includes(String(status)))
      return found.length > 0 && `The pipeline returns ${found.join(', ')} for any operation: remove this status.`
    },
    '/x-without-responses',
  ),
}
