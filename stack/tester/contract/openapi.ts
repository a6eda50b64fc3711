// Reads the complete contract without any code of the service: a shared reader could be wrong in both places at once.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

// The file has no type, so each value is checked where it is read. A place that does not exist is an error.
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }

/** A value of the document and its JSON Pointer. */
interface Place {
  pointer: string
  value: JsonObject
}

export type ContractOperation = (typeof operations)[number]
export type ContractParameter = ReturnType<typeof readParameter>
export type ContractResponse = ReturnType<typeof readResponse>

const file = new URL('../../../generated/openapi.yaml', import.meta.url)
export const document: JsonObject = parse(readFileSync(file, 'utf8'))

export const operations = readOperations()
/** Responses that any request can get, whatever its path and method. */
export const httpResponses = readResponses(at('/x-http-responses'))
/** A read that needs no item, if there is one. */
export const simplest = operations.find(({ method, path }) => method === 'GET' && !path.includes('{'))
export const limits = at('/x-limits').value as Record<`${'body' | 'head' | 'target' | 'contentType'}Bytes`, number>
export const version = String(at('/info').value.version)

// Three facts are written only in the chapters.
const chapters = JSON.stringify(document.tags, null, 1).replaceAll('\\n', '\n')
/** Names of the browser security headers of every response, in lower case. */
export const securityHeaders = namesIn(/browser security headers:\s(.*?)\.\s/s)
/** Names of the headers that pages of other origins can read, in lower case. */
export const exposedHeaders = namesIn(/Scripts can read the response headers\s(.*?)\.\s/s)
/** The order of checks, as the text lists it: `404 for the path`, `405`, … */
export const orderOfChecks = found(/Checks run in this order.*\n+((?:\d\. .*\n)+)/)
  .split(/\n|,\s+|\sor\s/)
  .map((entry) => entry.replace(/^\d\. /, ''))
  .filter(Boolean)

/** The scopes of the operations that read, of those that write, and of all. */
export const scopes = {
  read: scopesOf(({ method }) => method === 'GET'),
  write: scopesOf(({ method }) => method !== 'GET'),
  all: scopesOf(() => true),
}

function scopesOf(fits: (operation: ContractOperation) => boolean): string[] {
  return [...new Set(operations.filter(fits).flatMap((one) => one.scopes))]
}

function namesIn(pattern: RegExp): string[] {
  return [...found(pattern).matchAll(/`([A-Za-z-]+)`/g)].map(([, name = '']) => name.toLowerCase())
}

const texts = JSON.stringify(document).replace(/(?:\\n|\s)+/g, ' ')

/** The sentence as the contract has it. @param sentence `…` stands for the names of the contract. */
export function quoted(sentence = ''): string | undefined {
  if (sentence === '') return undefined
  const escaped = JSON.stringify(sentence)
    .slice(1, -1)
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const [found] = new RegExp(escaped.replaceAll('…', '[\\w:]+(?: [\\w:]+)?')).exec(texts) ?? []
  return found === undefined ? undefined : JSON.parse(`"${found}"`)
}

function found(pattern: RegExp): string {
  const [, text] = pattern.exec(chapters) ?? []
  if (text === undefined) throw new Error(`No chapter in the tags of openapi.yaml matches ${pattern}`)
  return text
}

export function operation(id: string): ContractOperation {
  const found = operations.find((one) => one.id === id)
  if (found === undefined) throw new Error(`openapi.yaml has no operation ${id}`)
  return found
}

/** The names of the parameters of a path, from the outermost. The last one names an item if the path ends with it. */
export function parametersIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** The path of the collection whose items a parameter names: `/rooms` for `roomId` in `/rooms/{roomId}/bookings`. */
export function collectionPath(path: string, parameter: string): string {
  return path.slice(0, path.indexOf(`/{${parameter}}`))
}

/** The operation with this method and path. In `path`, parameters may have values. */
export function operationAt(method: string, path: string): ContractOperation | undefined {
  const matches = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
  return operations.find((one) => one.method === method && matches(one.path))
}

/** The pointer of the schema of a request body. All media types of an operation have the same; '' without a body. */
export function bodySchema({ body }: ContractOperation): string {
  return [...body.values()][0]?.schema ?? ''
}

/** The properties that an object schema declares. */
export function propertiesOf(schema: string): { name: string; schema: string; required: boolean }[] {
  const { pointer, value } = at(schema)
  const { properties = {}, required = [] } = value as { properties?: object; required?: string[] }
  return Object.keys(properties).map((name) => ({
    name,
    schema: `${pointer}/properties/${name}`,
    required: required.includes(name),
  }))
}

/** The value at a JSON Pointer; `undefined` if there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  const keys = pointer.split('/').slice(1)
  return keys.reduce((at, key) => Object(at)[key.replaceAll('~1', '/').replaceAll('~0', '~')], value)
}

/** The object or array at a JSON Pointer, with `$ref` resolved. @throws {Error} if there is none. */
export function at(pointer: string): Place {
  const value = valueAt(document, pointer)
  if (!isObject(value)) throw new Error(`openapi.yaml has no object at ${pointer}`)
  return typeof value.$ref === 'string' ? at(value.$ref.slice(1)) : { pointer, value }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null
}

function readOperations() {
  return members(at('/paths')).flatMap(([path, item]) =>
    ['get', 'put', 'post', 'patch', 'delete'].flatMap((method) => {
      if (!(method in item.value)) return []
      const place = child(item, method)
      return {
        id: String(place.value.operationId),
        method: method.toUpperCase(),
        path,
        scopes: Object.values(Object(Object(place.value.security ?? document.security)[0]))
          .flat()
          .map(String),
        parameters: [item, place].flatMap((one) => membersOf(one, 'parameters')).map(([, one]) => readParameter(one)),
        /** Empty if the operation has no request body. */
        body: readContent('requestBody' in place.value ? child(place, 'requestBody') : { ...place, value: {} }),
        responses: readResponses(child(place, 'responses')),
        /** Of a creation: the values of properties that its body does not name. */
        defaults: Object(place.value['x-defaults']),
      }
    }),
  )
}

function readParameter(place: Place) {
  const { name, in: where, required, 'x-deprecation': deprecation } = place.value
  if (where !== 'path' && where !== 'query' && where !== 'header')
    throw new Error(`A parameter in ${where} is not supported.`)
  const schema = child(place, 'schema').pointer
  return { name: String(name), in: where, required: required === true, schema, deprecation }
}

/** By status. */
function readResponses(place: Place): Map<number, ContractResponse> {
  return new Map(members(place).map(([status, response]) => [Number(status), readResponse(response, Number(status))]))
}

function readResponse(place: Place, status: number) {
  const description = String(place.value.description).replace(/\s+/g, ' ').trim()
  const headers = membersOf(place, 'headers').map(([name, header]) => {
    const { required, example } = header.value
    return [
      name.toLowerCase(),
      { required: required === true, schema: child(header, 'schema').pointer, example },
    ] as const
  })
  /** The headers have lower-case names. */
  return { status, description, headers: new Map(headers), content: readContent(place) }
}

/** By media type. `schema` is a JSON Pointer; `type` is the problem type of a problem. */
function readContent(place: Place) {
  return new Map(
    membersOf(place, 'content').map(([mediaType, content]) => {
      const constant = valueAt(child(content, 'schema').value, '/properties/type/const')
      const type = typeof constant === 'string' ? constant : undefined
      const examples = membersOf(content, 'examples').map(([name, { value }]) => [name, value.value ?? null] as const)
      return [mediaType, { schema: `${content.pointer}/schema`, type, examples: Object.fromEntries(examples) }]
    }),
  )
}

function child(place: Place, key: string): Place {
  return at(`${place.pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
}

/** The members of an object that may be absent. */
function membersOf(place: Place, key: string): [name: string, Place][] {
  return key in place.value ? members(child(place, key)) : []
}

function members(place: Place): [name: string, Place][] {
  return Object.keys(place.value).map((name) => [name, child(place, name)])
}
