// The components of the common part, as OpenAPI has them: of each problem a schema and examples, of each response its headers.

import { type Common, type CommonProblem, type CommonResponse, pascalCase } from './common.ts'
import { filtered, mapped, type Node } from './node.ts'

/** @param authority Of the tag URIs of problem types. */
export function commonComponents(common: Common, authority: string): Node {
  const { parameters, headers, schemas, problems, responses, examples, schemaName } = common
  const problemSchemas = Object.entries(problems).map(([name, problem]) => {
    return [problemSchemaName(common, name), problemSchema(problem, name)] as const
  })
  return {
    parameters: mapped(parameters, ({ for: _, ...parameter }) => parameter),
    headers: filtered(headers, (_, name) => !common.inlineHeaders.includes(name)),
    schemas: { ...schemas, ...Object.fromEntries(problemSchemas) },
    responses: mapped(responses, (response) => responseObject(common, response)),
    examples: mapped(examples, ({ problem, summary, detail, errors }) => {
      const { title, status } = problems[problem] ?? {}
      const type = problemType(problem)
      const instance = `urn:uuid:${common.headers['Request-Id']?.example}`
      return { summary, value: { type, title, status, detail, instance, ...(errors && { errors }) } }
    }),
  }

  function problemType(name: string): string {
    return `tag:${authority}:${name}`
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

function responseObject(
  common: Common,
  { problem, also, isUnread, description, headersFirst = [], headers = [], examples = {} }: CommonResponse,
): Node {
  const { empty, unread, problem: usual } = common.responseHeaders
  const names = problem === undefined ? empty : isUnread ? unread : usual
  return {
    description,
    headers: headersNamed(common, [...headersFirst, ...names, ...headers]),
    ...(problem !== undefined && {
      content: {
        'application/problem+json': {
          schema:
            also === undefined
              ? reference('schemas', problemSchemaName(common, problem))
              : { anyOf: [problem, also].map((one) => reference('schemas', problemSchemaName(common, one))) },
          examples: mapped(examples, (component) => reference('examples', component)),
        },
      },
    }),
  }
}

/** @param components Their names. Of several with one header, the first counts. */
export function headersNamed({ headers, headerNames, inlineHeaders }: Common, components: string[]): Node {
  const named: Node = {}
  for (const name of components)
    named[headerNames[name] ?? name] ??= inlineHeaders.includes(name) ? headers[name] : reference('headers', name)
  return named
}

export function reference(group: string, name: string): Node {
  return { $ref: `#/components/${group}/${name}` }
}

function problemSchemaName({ schemaName }: Common, problem: string): string {
  return schemaName(`${pascalCase(problem)}Problem`)
}
