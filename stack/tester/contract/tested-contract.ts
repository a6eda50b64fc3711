// A resolved spec and its operations. The code is independent of the parser of the service, whose defects it would share.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { InvalidSetting } from '../../environment.ts'
import { type Content, ContractResponses, readContent } from './responses.ts'
import { ContractDocument, type DocumentNode } from './schema.ts'

export type ContractOperation = ReturnType<typeof readOperations>[number]
export type ContractParameter = ReturnType<typeof readParameter>

type Limits = Record<`${'body' | 'head' | 'target' | 'contentType'}Bytes`, number>

export class TestedContract extends ContractDocument {
  readonly limits = this.at('/x-limits').value as Limits
  readonly version = String(this.at('/info').value.version)
  readonly basePath = readBasePath(this.at(''))
  readonly operations: ContractOperation[] = readOperations(this)
  /** Responses that any request can get, whatever its path and method. */
  readonly httpResponses = new ContractResponses(this.at('/x-http-responses'))
  /** A GET without path parameters, if there is one. */
  readonly simplestRead = this.operations.find(({ method, path }) => method === 'GET' && !path.includes('{'))
  /** The operations with which a run can create items. Operations that need a handler may create something else. */
  readonly creations = this.operations.filter(({ method, responses, body, json }) => {
    return method === 'POST' && responses.has(201) && !responses.has(501) && (body.size === 0 || json !== undefined)
  })
  /** Scopes of the operations that read, of the operations that write, and of all operations. */
  readonly scopes = {
    read: this.#getScopes(({ method }) => method === 'GET'),
    write: this.#getScopes(({ method }) => method !== 'GET'),
    all: this.#getScopes(() => true),
  }

  /** Names of the headers that pages of other origins can read, in lower case. */
  readonly exposedHeaders = this.#stringsAt('/x-exposed-headers').map((name) => name.toLowerCase())
  /** Entries such as `404 for the path` and `405`. */
  readonly orderOfChecks = this.#stringsAt('/x-order-of-checks').flatMap((check) => check.split(' or '))

  /** Returns the operation with this method and path. The parameters in `path` may have values. */
  operationAt(method: string, path: string): ContractOperation | undefined {
    const candidates = this.operations.filter((operation) => operation.method === method)
    return (
      candidates.find((operation) => operation.path === path) ??
      candidates.find((operation) => matchesTemplate(operation.path, path))
    )
  }

  hasPath(path: string): boolean {
    return this.operations.some((operation) => matchesTemplate(operation.path, path))
  }

  #getScopes(fits: (operation: ContractOperation) => boolean): string[] {
    return [...new Set(this.operations.filter(fits).flatMap((operation) => operation.scopes))]
  }

  #stringsAt(pointer: string): string[] {
    return Object.values(this.at(pointer).value).flat().map(String)
  }
}

function matchesTemplate(template: string, path: string): boolean {
  const texts = template.split(/\{[^{}]+\}/).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${texts.join('[^/]+')}$`).test(path)
}

const action =
  'Set CONTRACT to the file openapi.yaml of a running service, or to generated/openapi.yaml. ' +
  'For contracts of other services, use Schemathesis.'

/** @param file The resolved spec. @throws {InvalidSetting} if it cannot be read, or is not a resolved spec. */
export async function readContract(file: string | URL): Promise<TestedContract> {
  const path = file instanceof URL ? fileURLToPath(file) : file
  const fail = (problem: string) => (error: unknown) => {
    const [reason = ''] = (error instanceof Error ? error.message : '').split(/[\n,]/)
    throw new InvalidSetting(`${path} ${problem}: ${reason}. ${action}`, { cause: error })
  }
  const text = await readFile(path, 'utf8').catch(fail('cannot be read'))
  const read = async () => {
    const contract = new TestedContract(Object(parse(text)))
    await contract.compile()
    return contract
  }
  return read().catch(fail('is not a resolved spec'))
}

function readOperations(contract: TestedContract) {
  const paths = contract.at('/paths').members()
  return paths.flatMap(([path, item]) =>
    ['get', 'put', 'post', 'patch', 'delete'].flatMap((method) => {
      if (!(method in item.value)) return []
      const node = item.child(method)
      const body = readContent('requestBody' in node.value ? node.child('requestBody') : undefined)
      return {
        contract,
        id: String(node.value.operationId),
        isDeprecated: 'x-deprecation' in node.value,
        method: method.toUpperCase(),
        path,
        base: readBasePath(node, item, contract.at('')),
        ...readSecurity(contract.at(''), node),
        parameters: [item, node]
          .flatMap((level) => level.getMembers('parameters'))
          .map(([, parameter]) => readParameter(parameter)),
        /** Empty if the operation has no request body. */
        body,
        json: findJson(body),
        requiresBody: 'requestBody' in node.value && node.child('requestBody').value.required === true,
        responses: new ContractResponses(node.child('responses')),
        /** Default values of properties that are absent in the body of a creation. */
        defaults: Object(node.value['x-defaults']),
      }
    }),
  )
}

/** Returns the first JSON body that the operation accepts. A standard method has the same schema for all of them. */
function findJson(body: Map<string, Content>) {
  const [mediaType, content] = [...body].find(([name]) => /[/+]json$/.test(name)) ?? []
  return mediaType === undefined || content === undefined ? undefined : { mediaType, ...content }
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
    definition: node.value,
  }
}

/** Returns the path of the first server. @param levels The objects that can have servers, the innermost first. */
function readBasePath(...levels: DocumentNode[]): string {
  const [server] = levels.flatMap(({ value: { servers } }) => (Array.isArray(servers) ? servers.slice(0, 1) : []))
  const { url = '', variables = {} } = Object(server)
  const filled = String(url).replace(/\{(\w+)\}/g, (template, name) => variables[name]?.default ?? template)
  return new URL(filled, 'http://localhost/').pathname.replace(/\/$/, '')
}

export interface Credential {
  location: 'bearer' | 'basic' | 'header' | 'query' | 'cookie'
  name: string
  scopes: string[]
}

function readSecurity(root: DocumentNode, operation: DocumentNode) {
  const { securitySchemes: schemes = {} } = Object(root.value.components)
  const requirements = operation.value.security ?? root.value.security
  const alternatives = (Array.isArray(requirements) ? requirements : []).flatMap((requirement) => {
    const schemesWithScopes = Object.entries<string[]>(Object(requirement))
    const all = schemesWithScopes.map(([name, scopes]) => getCredential(schemes[name], scopes))
    return all.every((credential) => credential !== undefined) ? [all] : []
  })
  const authenticated = alternatives.filter(({ length }) => length > 0)
  const [credentials = []] = authenticated
  return {
    /** Credentials of the first alternative, which each request has. Empty if the operation needs none. */
    credentials,
    scopes: [...new Set(credentials.flatMap(({ scopes }) => scopes))],
    isOptional: authenticated.length < alternatives.length || authenticated.length === 0,
    isBearer:
      authenticated.length > 0 && authenticated.every((all) => all.length === 1 && all[0]?.location === 'bearer'),
  }
}

/** Returns `undefined` for a scheme that no service of this project verifies. */
function getCredential(scheme: unknown, scopes: string[]): Credential | undefined {
  const { type, scheme: httpScheme, in: location, name = '' } = Object(scheme)
  if (type === 'apiKey') return { location, name, scopes }
  if (type === 'oauth2' || type === 'openIdConnect') return { location: 'bearer', name, scopes }
  const lower = String(httpScheme).toLowerCase()
  return type === 'http' && (lower === 'bearer' || lower === 'basic') ? { location: lower, name, scopes } : undefined
}
