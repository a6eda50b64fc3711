// What express-openapi-validator lets pass in a path or a query: broken escapes, bytes that are no UTF-8, and integers in
// notations other than plain digits (1e1, 0x10, 05, +5).
import type { Request } from 'express'
import { invalidRequest } from '../problem.ts'
import { resolve, type Schema } from './document.ts'
import { cut } from './json-pointer.ts'
import type { Operation } from './operations.ts'
import { pathOf } from './request-target.ts'

/** @throws {Problem} 400 that names the parameter. */
export function checkParameters(req: Request, operation: Operation): void {
  checkPath(pathOf(req), operation.path)
  const at = req.originalUrl.indexOf('?')
  if (at !== -1) checkQuery(req.originalUrl.slice(at + 1), operation)
}

function checkPath(path: string, template: string): void {
  const asked = path.split('/')
  for (const [index, segment] of template.split('/').entries()) {
    if (segment.startsWith('{')) decoded(asked[index] ?? '', segment.slice(1, -1))
  }
}

function checkQuery(query: string, operation: Operation): void {
  for (const pair of query.split('&')) {
    const [rawName = '', ...rest] = pair.replaceAll('+', ' ').split('=')
    const name = decoded(rawName, rawName)
    const value = decoded(rest.join('='), name)
    // The validator would read `limit[]` as `limit`.
    if (/[[\]]/.test(name)) throw invalidRequest({ parameter: cut(name), detail: 'is no parameter of this operation' })
    // No more digits than a number keeps exactly: the validator would take the next 300 for infinity, and pass it.
    if (isInteger(operation, name) && !/^(?:0|[1-9]\d{0,14})$/.test(value)) {
      throw invalidRequest({ parameter: name, detail: 'must be plain decimal digits' })
    }
  }
}

function decoded(text: string, parameter: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidRequest({ parameter: cut(parameter), detail: 'must be percent-encoded UTF-8' })
  }
}

function isInteger(operation: Operation, name: string): boolean {
  const parameter = operation.parameters.find((one) => one.in === 'query' && one.name === name)
  return parameter !== undefined && resolve<Schema>(parameter.schema).type === 'integer'
}
