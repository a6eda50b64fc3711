// The parts of the contract in the docs page that the script of the page reads.

import type { CredentialPlace } from '../client/contract.ts'

export interface Definition {
  servers: Server[]
  paths: Record<string, PathItem>
  components: {
    parameters: Record<string, Parameter>
    examples: Record<string, Example>
    securitySchemes?: Record<string, SecurityScheme>
  }
  security?: Record<string, unknown>[]
}

export interface Server {
  url: string
  description?: string
}

interface SecurityScheme {
  type: string
  scheme?: string
  in?: 'header' | 'query' | 'cookie'
  name?: string
}

interface Ref {
  $ref: string
}

interface Example {
  value: unknown
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  deprecated?: boolean
  allowEmptyValue?: boolean
  examples?: Record<string, Example | Ref>
}

type PathItem = { parameters?: (Parameter | Ref)[] } & Record<string, Operation | (Parameter | Ref)[] | undefined>

interface Operation {
  operationId: string
  summary: string
  security?: Record<string, unknown>[]
  servers?: Server[]
  parameters?: (Parameter | Ref)[]
  requestBody?: { content: Record<string, { examples: Record<string, Example | Ref> }> }
  'x-codeSamples'?: { lang: string; source: string }[]
}

/** What a form needs to send a request of an operation. */
export interface Call {
  operationId: string
  summary: string
  /** In upper case. */
  method: string
  /** With the path of the server. */
  path: string
  parameters: CallParameter[]
  /** The places of the token. Empty if the operation needs none. */
  credentials: CredentialPlace[]
  /** Absent if the operation has no request body. */
  body?: { mediaTypes: string[]; example: string }
}

interface CallParameter {
  name: string
  in: string
  isRequired: boolean
  isDeprecated: boolean
  /** Whether an empty value means something else than none. */
  mayBeEmpty: boolean
  example: string
}

const methods = ['get', 'put', 'post', 'patch', 'delete']

export function callsOf(definition: Definition): Call[] {
  return operationsOf(definition).map(({ path, method, shared, operation }) => {
    const parameters = [...shared, ...(operation.parameters ?? [])].map((one) => resolved(definition, one))
    const content = Object.entries(operation.requestBody?.content ?? {})
    return {
      operationId: operation.operationId,
      summary: operation.summary,
      method: method.toUpperCase(),
      path: basePathOf(operation.servers ?? definition.servers) + path,
      credentials: credentialsOf(definition, operation),
      parameters: parameters.map((parameter) => ({
        name: parameter.name,
        in: parameter.in,
        isRequired: parameter.required ?? false,
        isDeprecated: parameter.deprecated ?? false,
        mayBeEmpty: parameter.allowEmptyValue ?? false,
        example: String(firstExample(definition, parameter.examples) ?? ''),
      })),
      ...(content.length > 0 && {
        body: {
          mediaTypes: content.map(([mediaType]) => mediaType),
          example: JSON.stringify(firstExample(definition, content[0]?.[1].examples), null, 2),
        },
      }),
    }
  })
}

function basePathOf([server]: Server[]): string {
  return server ? new URL(server.url).pathname.replace(/\/$/, '') : ''
}

/** Of the first alternative. */
function credentialsOf({ components, security }: Definition, operation: Operation): CredentialPlace[] {
  const requirements = (operation.security ?? security ?? []).map(Object.keys)
  const names = requirements.find(({ length }) => length > 0) ?? []
  return names.map((name) => {
    const { type, scheme, in: place = 'header', name: key } = components.securitySchemes?.[name] ?? { type: 'http' }
    if (type === 'apiKey') return { in: place, ...(key && { name: key }) }
    return { in: scheme?.toLowerCase() === 'basic' ? 'basic' : 'bearer' }
  })
}

export function operationsOf({ paths }: Definition) {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      const isOperation = operation !== undefined && !Array.isArray(operation)
      return isOperation ? [{ path, method, shared: item.parameters ?? [], operation }] : []
    }),
  )
}

function firstExample(definition: Definition, examples: Record<string, Example | Ref> = {}): unknown {
  const [first] = Object.values(examples)
  return first && resolved(definition, first).value
}

function resolved<T extends Parameter | Example>({ components }: Definition, value: T | Ref): T {
  if (!('$ref' in value)) return value
  const [, , group = '', name = ''] = value.$ref.split('/')
  const found = (components as Record<string, Record<string, unknown>>)[group]?.[name]
  if (found === undefined) throw new Error(`The contract has nothing at ${value.$ref}.`)
  return found as T
}
