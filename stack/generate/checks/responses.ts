// Responses that no handler and no part of the pipeline can return.

import { pascalCase } from '../complete/common.ts'
import { toNode } from '../complete/node.ts'
import { getOperations, toList } from '../complete/operations.ts'
import type { Written } from '../contract.ts'
import type { Checks } from './check.ts'
import { responsesIn } from './written-parts.ts'

/** The pipeline returns them before, or instead of, what an operation does. */
export const ofPipeline = ['400', '401', '403', '406', '413', '415', '429', '500', '503']

export const responseChecks: Checks<Written> = {
  *'no success'({ own }) {
    for (const { operation, pointer } of getOperations(own)) {
      const statuses = Object.keys(toNode(operation.responses))
      if (!statuses.some((status) => /^(?:[23]|default)/.test(status)))
        yield [
          `${pointer}/responses`,
          'An operation must have a success: write a response with a status such as 200, 201 or 204.',
        ]
    }
  },

  *'an x-problem of another status'(written) {
    const known = Object.entries(written.common.responses)
    for (const { status, pointer, response } of responsesIn(written)) {
      const name = response['x-problem']
      if (name === undefined) continue
      const isKnown = known.some(([component, one]) => {
        return String(one.status) === status && component === pascalCase(String(name))
      })
      if (!isKnown) yield [pointer, `No problem ${name} has the status ${status}: add one to x-problems.`]
    }
  },

  *'x-without-responses with a response of the pipeline'({ own }) {
    for (const { operation, pointer } of getOperations(own)) {
      const found = toList(operation['x-without-responses']).filter((status) => ofPipeline.includes(String(status)))
      if (found.length === 0) continue
      yield [
        `${pointer}/x-without-responses`,
        `The pipeline returns ${found.join(', ')} for any operation: remove this status.`,
      ]
    }
  },
}
