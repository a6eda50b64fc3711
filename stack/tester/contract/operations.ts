// The operations of a contract: their parameters, bodies and responses.
import { randomUUID } from 'node:crypto'
import { ContractResponses, readContent } from './responses.ts'
import type { DocumentNode, Schema, SchemaProperty } from './schema.ts'
import type { TestedContract } from './tested-contract.ts'

export type ContractOperation = ReturnType<typeof readOperations>[number]
export type ContractParameter = ReturnType<typeof readParameter>

/** Whether the operation refuses a token that is not valid. */
export function needsToken({ credentials, responses }: ContractOperation): boolean {
  return credentials.length > 0 && responses.has(401)
}

/** The media type of a JSON body, and its schema; `undefined` if the operation takes none. */
export function jsonBody({ body }: ContractOperation): { mediaType: string; schema: Schema } | undefined {
  const found = [...body].find(([mediaType]) => /[/+]json$/.test(mediaType))
  return found && { mediaType: found[0], schema: found[1].schema }
}

/** The schema of a JSON body. All media types of JSON have the same in a standard method. */
export function bodySchema(operation: ContractOperation): Schema | undefined {
  return jsonBody(operation)?.schema
}

export function bodyProperties(operation: ContractOperation): SchemaProperty[] {
  return bodySchema(operation)?.allProperties ?? []
}

export function getParameters({ parameters }: ContractOperation, where: ContractParameter['in']): ContractParameter[] {
  return parameters.filter((one) => one.in === where)
}

/** The names of the parameters of a path, from the outermost. The last one names an item if the path ends with it. */
export function parametersIn(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
}

/** The path of the collection whose items a parameter names: `/rooms` for `roomId` in `/rooms/{roomId}/bookings`. */
export function collectionPath(path: string, parameter: string): string {
  return path.slice(0, Math.max(0, path.indexOf(`/{${parameter}}`)))
}

/** Whether a parameter names an item that the tester can create. */
export function isOfItem({ contract, path, parameters }: ContractOperation, parameter: string): boolean {
  const { type } = parameters.find((one) => one.in === 'path' && one.name === parameter)?.schema.keywords ?? {}
  const isId = type === undefined || [type].flat().some((one) => one === 'string' || one === 'integer')
  return isId && contract.collections.some((one) => one.path === collectionPath(path, parameter))
}

/** The parameters of the path that can have any value. */
export function freeParameters(operation: ContractOperation): ContractParameter[] {
  return getParameters(operation, 'path').filter(({ name }) => !isOfItem(operation, name))
}

/** Whether the service evaluates a condition, or keeps an idempotency key: only then does a problem refuse one. */
export function takes(operation: ContractOperation | undefined, header: string): boolean {
  const isKey = header === 'Idempotency-Key'
  const problem = isKey ? ':idempotency-key-reused' : ':precondition-failed'
  const isEvaluated = operation?.responses.get(isKey ? 422 : 412)?.types.some((type) => type.endsWith(problem))
  return isEvaluated === true && operation?.parameters.some(({ name }) => name === header) === true
}

/** Whether a UUID can be an idempotency key of the operation: a contract may say which keys are valid. */
export function takesKey(operation: ContractOperation | undefined): boolean {
  const parameter = operation?.parameters.find(({ name }) => name === 'Idempotency-Key')
  return takes(operation, 'Idempotency-Key') && parameter?.schema.isValid(randomUUID()) === true
}

export function operationsBeside({ contract, path, base }: ContractOperation): ContractOperation[] {
  // For a request, the names of parameters make no difference.
  const unnamed = (text: string) => text.replace(/\{[^{}]+\}/g, '{}')
  return contract.operations.filter((one) => unnamed(one.path) === unnamed(path) && one.base === base)
}

export function readOperations(contract: TestedContract) {
  const paths = contract.at('/paths').members()
  return paths.flatMap(([path, item]) =>
    ['get', 'put', 'post', 'patch', 'delete'].flatMap((method) => {
      if (!(method in item.value)) return []
      const node = item.child(method)
      return {
        contract,
        id: String(node.value.operationId),
        method: method.toUpperCase(),
        path,
        base: readBasePath(node, item, contract.at('')),
        ...readSecurity(contract.at(''), node),
        parameters: [item, node].flatMap((one) => one.getMembers('parameters')).map(([, one]) => readParameter(one)),
        /** Empty if the operation has no request body. */
        body: readContent('requestBody' in node.value ? node.child('requestBody') : undefined),
        requiresBody: 'requestBody' in node.value && node.child('requestBody').value.required === true,
        responses: new ContractResponses(node.child('responses')),
        /** Of a creation: the values of properties that its body does not name. */
        defaults: Object(node.value['x-defaults']),
      }
    }),
  )
}

function readParameter(node: DocumentNode) {
  const { name, in: where, required } = node.value
  if (where !== 'path' && where !== 'query' && where !== 'header' && where !== 'cookie')
    throw new Error(`parameters in ${where} are not supported`)
  const [[, content] = []] = node.getMembers('content')
  const style = String(node.value.style ?? (where === 'query' || where === 'cookie' ? 'form' : 'simple'))
  return {
    name: String(name),
    in: where,
    required: required === true,
    style,
    explode: Boolean(node.value.explode ?? style === 'form'),
    isJson: content !== undefined,
    schema: (content ?? node).schema,
    written: node.value,
  }
}

/** The path of the first server. @param levels The objects that can have servers, the narrowest first. */
export function readBasePath(...levels: DocumentNode[]): string {
  const [server] = levels.flatMap(({ value: { servers } }) => (Array.isArray(servers) ? servers.slice(0, 1) : []))
  const { url = '', variables = {} } = Object(server)
  const filled = String(url).replace(/\{(\w+)\}/g, (template, name) => variables[name]?.default ?? template)
  return new URL(filled, 'http://localhost/').pathname.replace(/\/$/, '')
}

export interface Credential {
  place: 'bearer' | 'basic' | 'header' | 'query' | 'cookie'
  name: string
  scopes: string[]
}

function readSecurity(root: DocumentNode, operation: DocumentNode) {
  const { securitySchemes: schemes = {} } = Object(root.value.components)
  const written = operation.value.security ?? root.value.security
  const alternatives = (Array.isArray(written) ? written : []).flatMap((requirement) => {
    const named = Object.entries<string[]>(Object(requirement))
    const all = named.map(([name, scopes]) => getCredential(schemes[name], scopes))
    return all.every((one) => one !== undefined) ? [all] : []
  })
  const needed = alternatives.filter(({ length }) => length > 0)
  const [credentials = []] = needed
  return {
    /** Of the first alternative, which each request has. Empty if the operation needs none. */
    credentials,
    scopes: [...new Set(credentials.flatMap(({ scopes }) => scopes))],
    isOptional: needed.length < alternatives.length || needed.length === 0,
    isBearer: needed.length > 0 && needed.every((all) => all.length === 1 && all[0]?.place === 'bearer'),
  }
}

/** `undefined` for a scheme that no service of this project verifies. */
function getCredential(scheme: unknown, scopes: string[]): Credential | undefined {
  const { type, scheme: httpScheme, in: place, name = '' } = Object(scheme)
  if (type === 'apiKey') return { place, name, scopes }
  if (type === 'oauth2' || type === 'openIdConnect') return { place: 'bearer', name, scopes }
  const lower = String(httpScheme).toLowerCase()
  return type === 'http' && (lower === 'bearer' || lower === 'basic') ? { place: lower, name, scopes } : undefined
}
