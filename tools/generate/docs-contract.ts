// The contract as the page of docs shows it: with samples of code, with journeys, and without tags.

import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { type CodeSample, codeSamples, type ExampleCall } from './code-samples.ts'
import { journeys } from './journeys.ts'

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

/** @returns JSON. */
export async function docsContract(contract: string): Promise<string> {
  const document: Contract = parse(await readFile(contract, 'utf8'))
  // Redoc folds the operations of a tag behind a button; without tags it shows every operation at once.
  delete document.tags
  for (const [path, { parameters = [], ...item }] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (operation.operationId === undefined) continue // something else that a path may have
      delete operation.tags
      operation['x-codeSamples'] = codeSamples(exampleCall(document, path, method, operation, parameters))
    }
  }
  document.info.description += `\n${await journeys()}`
  return JSON.stringify(document)
}

function exampleCall(
  document: Contract,
  path: string,
  method: string,
  operation: Operation,
  shared: Reference<Parameter>[],
): ExampleCall {
  const { operationId, parameters = [], requestBody, responses } = operation
  const required = [...shared, ...parameters].map((one) => resolved(document, one)).filter((one) => one.required)
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
    isAnswered: success !== undefined && resolved(document, success[1]).content !== undefined,
  }
}

function firstExample(document: Contract, examples: Examples = {}, whose: string): unknown {
  const [first] = Object.values(examples)
  if (first === undefined) throw new Error(`The samples in the docs need an example: ${whose}`)
  return resolved(document, first).value
}

// The contract is one file, so every reference is to a place within it.
function resolved<T extends object>(document: Contract, node: Reference<T>): T {
  if (!('$ref' in node)) return node
  const [, ...names] = node.$ref.split('/')
  // That there is a T is what the lint of the contract has seen to.
  return names.reduce<object>((found, name) => Object(Reflect.get(found, name)), document) as T
}
