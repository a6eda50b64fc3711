// Responses that no handler and no part of the pipeline can return.

import { pascalCase } from '../complete/common.ts'
import { nodeOf } from '../complete/node.ts'
import { listOf, operationsOf } from '../complete/operations.ts'
import type { Written } from '../contract.ts'
import type { Checks } from './check.ts'
import { bodiesIn, responsesIn } from './written-parts.ts'

const problemType = 'application/problem+json'

/** The pipeline returns them before, or instead of, what an operation does. */
export const ofPipeline = ['400', '401', '403', '406', '413', '415', '429', '500', '503']

export const responseChecks: Checks<Written> = {
  *'a range of statuses'(written) {
    for (const { status, pointer } of responsesIn(written)) {
      if (!/^\d{3}$/.test(status)) yield [pointer, `Write each status of ${status} by itself.`]
    }
  },

  *'another success'(written) {
    for (const { status, pointer } of responsesIn(written)) {
      if (/^[123]\d\d$/.test(status) && !['200', '201', '204', '304'].includes(status))
        yield [pointer, `Nothing can return ${status}: write 200, 201 or 204.`]
    }
  },

  *'no success'({ own }) {
    for (const { operation, pointer } of operationsOf(own)) {
      const statuses = Object.keys(nodeOf(operation.responses))
      if (!statuses.some((status) => /^2/.test(status)))
        yield [`${pointer}/responses`, 'An operation must have a success: write 200, 201 or 204.']
    }
  },

  *'a body of another media type'(written) {
    for (const { status, pointer, response } of responsesIn(written)) {
      const isSuccess = /^2/.test(status)
      const mediaType = isSuccess ? 'application/json' : problemType
      const others = Object.keys(nodeOf(response.content)).filter((name) => name !== mediaType)
      const text = `A ${status} can have only ${mediaType}`
      if (['204', '304'].includes(status) && Object.keys(nodeOf(response.content)).length > 0)
        yield [pointer, `A ${status} has no body: remove content.`]
      else if (others.length > 0) yield [pointer, `${text}: remove ${others.join(', ')}.`]
    }
  },

  *'a body without a schema'(written) {
    const successes = responsesIn(written).filter(({ status }) => /^20[01]$/.test(status))
    const requests = bodiesIn(written).map(({ body, ...rest }) => ({ ...rest, response: body }))
    for (const { pointer, response } of [...requests, ...successes]) {
      const all = Object.entries(nodeOf(response.content))
      const [mediaType] = all.find(([, media]) => !('schema' in nodeOf(media))) ?? []
      if (mediaType !== undefined) yield [pointer, `The body ${mediaType} must have a schema.`]
    }
  },

  *'an error without a problem type'(written) {
    const known = Object.entries(written.common.responses)
    for (const { status, pointer, response } of responsesIn(written)) {
      if (!/^[45]\d\d$/.test(status) || problemType in nodeOf(response.content)) continue
      const name = response['x-problem']
      const isKnown = known.some(([component, one]) => {
        return String(one.status) === status && (name === undefined || component === pascalCase(String(name)))
      })
      const problem =
        name === undefined ? `No problem has the status ${status}` : `No problem ${name} has the status ${status}`
      if (!isKnown) yield [pointer, `${problem}: add one to x-problems.`]
    }
  },

  *'a common header of a response in another case'(written) {
    const { headers, headerNames } = written.common
    const names = Object.keys(headers).map((component) => headerNames[component] ?? component)
    for (const { pointer, response } of responsesIn(written)) {
      for (const name of Object.keys(nodeOf(response.headers))) {
        const common = names.find((one) => one.toLowerCase() === name.toLowerCase())
        if (common !== undefined && common !== name)
          yield [`${pointer}/headers/${name}`, `Write ${common} instead of ${name}.`]
      }
    }
  },

  *'x-without-responses with a response of the pipeline'({ own }) {
    for (const { operation, pointer } of operationsOf(own)) {
      const found = listOf(operation['x-without-responses']).filter((status) => ofPipeline.includes(String(status)))
      if (found.length === 0) continue
      yield [
        `${pointer}/x-without-responses`,
        `The pipeline returns ${found.join(', ')} for any operation: remove this status.`,
      ]
    }
  },
}
