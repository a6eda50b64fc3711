// Prepares the contract for the docs page: adds code samples and workflows, and removes tags.

import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { type CodeSample, codeSamples, type ExampleCall } from './code-samples.ts'
import { workflowsChapter } from './workflows-chapter.ts'

interface Contract {
  info: { description: string }
  tags?: unknown
  paths: Record<string, { parameters?: Reference<Parameter>[] } & Record<string, Operation>>
}

interface Operation {
  operationId: string
  tags?: unknown
  parameters?: Reference<Parameter>[]
  requestBody?: { content: Content }
  responses: Record<string, Reference<{ content?: Content }>>
  'x-codeSamples': CodeSample[]
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  examples?: Examples
}

type Content = Record<string, { examples: Examples }>
type Examples = Record<string, Reference<{ value: unknown }>>
type Reference<T> = T | { $ref: string }

/** @returns The contract as JSON. */
export async function docsContract(contract: string): Promise<string> {
  const document: Contract = parse(await readFile(contract, 'utf8'))
  // Redoc hides the operations of a tag behind a button. Without tags it shows all operations.
  delete document.tags
  for (const [path, { parameters = [], ...item }] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (operation.operationId === undefined) continue // not an operation: a path item has other fields, too
      delete operation.tags
      operation['x-codeSamples'] = codeSamples(exampleCall(document, path, method, operation, parameters))
    }
  }
  document.info.description += `\n${await workflowsChapter()}`
  return JSON.stringify(document)
}

function exampleCall(
  document: Contract,
  path: string,
  method: string,
  operation: Operation,
  pathParameters: Reference<Parameter>[],
): ExampleCall {
  const { operationId, parameters = [], requestBody, responses } = operation
  const required = [...pathParameters, ...parameters]
    .map((one) => resolved(document, one))
    .filter((one) => one.required)
  const [body] = Object.entries(requestBody?.content ?? {})
  const [success] = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return {
    operationId,
    method,
    path,
    parameters: required.map(({ name, in: group, examples }) => {
      return { name, in: group, value: firstExample(document, examples, `${operationId}, ${name}`) }
    }),
    ...(body && { body: { mediaType: body[0], value: firstExample(document, body[1].examples, operationId) } }),
    hasResponseBody: success !== undefined && resolved(document, success[1]).content !== undefined,
  }
}

function firstExample(document: Contract, examples: Examples = {}, owner: string): unknown {
  const [first] = Object.values(examples)
  if (first === undefined)
    throw new Error(`The code samples of the docs need an example for ${owner}. Add one to the contract.`)
  return resolved(document, first).value
}

// The contract is one file, so every reference is a path inside it.
function resolved<T extends object>(document: Contract, node: Reference<T>): T {
  if (!('$ref' in node)) return node
  const [, ...names] = node.$ref.split('/')
  // The lint of the contract makes sure that each reference leads to a node of the right type.
  return names.reduce<object>((found, name) => Object(Reflect.get(found, name)), document) as T
}
