// The components of the base spec: parameters, schemas, responses with their headers, and examples of problems.

import { toDetail } from '../../core/problem.ts'
import { camelCase, pascalCase } from '../model/names.ts'
import { mapValues, type Node, pickBy } from '../model/node.ts'
import type { BaseSpec, CommonProblem, CommonResponse } from './common.ts'

export function commonComponents(common: BaseSpec, authority: string): Node {
  const { parameters, headers, schemas, problems, responses, schemaName } = common
  const problemSchemas = Object.entries(problems).map(([name, problem]) => {
    return [problemSchemaName(common, name), problemSchema(problem, name)] as const
  })
  return {
    parameters: mapValues(parameters, ({ for: _, ...parameter }) => parameter),
    headers: pickBy(headers, (_, name) => !common.inlineHeaders.includes(name)),
    schemas: { ...schemas, ...Object.fromEntries(problemSchemas) },
    responses: mapValues(responses, (response) => responseObject(common, response)),
    examples: Object.assign({}, ...Object.entries(problems).map(([name, problem]) => problemExamples(problem, name))),
  }

  function problemType(name: string): string {
    return `tag:${authority}:${name}`
  }

  function problemExamples({ status, title, examples }: CommonProblem, name: string): Node {
    const instance = `urn:uuid:${common.headers['Request-Id']?.example}`
    return mapValues(examples, ({ summary, detail: text, errors }) => {
      const detail = toDetail(text)
      return { summary, value: { type: problemType(name), title, status, detail, instance, ...(errors && { errors }) } }
    })
  }

  function problemSchema({ status, title, description, properties = {} }: CommonProblem, name: string): Node {
    return {
      type: 'object',
      description,
      required: ['type', 'title', 'status', 'detail', 'instance', ...Object.keys(properties)],
      properties: {
        type: { type: 'string', const: problemType(name) },
        title: { type: 'string', const: title },
        status: { type: 'integer', format: 'int32', const: status },
        detail: reference('schemas', schemaName('ProblemDetail')),
        instance: reference('schemas', schemaName('ProblemInstance')),
        ...properties,
      },
    }
  }
}

function responseObject(common: BaseSpec, response: CommonResponse): Node {
  const { problem, also = [], description, examples } = response
  const problems = [problem, ...also].filter((name) => name !== undefined)
  const schemas = problems.map((problem) => reference('schemas', problemSchemaName(common, problem)))
  const entries = problems.flatMap((problem) => Object.entries(common.problems[problem]?.examples ?? {}))
  const selected = entries.filter(([component]) => examples?.includes(component) ?? true)
  return {
    description,
    headers: headerReferences(common, responseHeaders(common, response)),
    ...(schemas.length > 0 && {
      content: {
        'application/problem+json': {
          schema: schemas.length > 1 ? { anyOf: schemas } : schemas[0],
          examples: Object.fromEntries(
            selected.map(([component, { name = camelCase(component) }]) => [name, reference('examples', component)]),
          ),
        },
      },
    }),
  }
}

/** @returns The components of the headers of a common response. */
export function responseHeaders(
  { responseHeaders: { empty, unread, problem: problemHeaders } }: BaseSpec,
  { problem, isUnread, headerOverrides = [], headers = [] }: CommonResponse,
): string[] {
  const names = problem === undefined ? empty : isUnread ? unread : problemHeaders
  return [...headerOverrides, ...names, ...headers]
}

/** @param components Names of components. If several are for one header, the first one wins. */
export function headerReferences({ headers, headerNames, inlineHeaders }: BaseSpec, components: string[]): Node {
  const byName: Node = {}
  for (const name of components)
    byName[headerNames[name] ?? name] ??= inlineHeaders.includes(name) ? headers[name] : reference('headers', name)
  return byName
}

export function reference(group: string, name: string): Node {
  return { $ref: `#/components/${group}/${name}` }
}

function problemSchemaName({ schemaName }: BaseSpec, problem: string): string {
  return schemaName(`${pascalCase(problem)}Problem`)
}
