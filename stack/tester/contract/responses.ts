// The documented responses of an operation, or of any request: by status, by a range such as `4XX`, and the default.
import { valueAt } from '../../core/contract/json-pointer.ts'
import type { DocumentNode, Schema } from './schema.ts'

export type ContractResponse = ReturnType<typeof readResponse>

export class ContractResponses {
  readonly all: ContractResponse[]

  constructor(node: DocumentNode) {
    this.all = node.members().map(([code, response]) => readResponse(response, code))
  }

  get(status: number): ContractResponse | undefined {
    const codes = [String(status), `${String(status)[0]}XX`, 'default']
    const [first] = codes.flatMap((code) => this.all.filter((response) => response.code === code))
    return first
  }

  /** Whether the contract documents this very status, not only its range or the default. */
  has(status: number): boolean {
    return this.all.some(({ code }) => code === String(status))
  }

  /** The first successful response, or else the first redirect, or the default. */
  get successful(): ContractResponse | undefined {
    const response = this.all.find(({ status }) => status < 300) ?? this.all.find(({ status }) => status < 400)
    return response ?? this.all.find(({ code }) => code === 'default')
  }
}

function readResponse(node: DocumentNode, code: string) {
  const headers = node.getMembers('headers').map(([name, { value, schema }]) => {
    return [name.toLowerCase(), { required: value.required === true, schema, example: value.example }] as const
  })
  const status = code === 'default' ? 500 : Number(code.replace('XX', '00'))
  const content = readContent(node)
  const types = [...content.values()].flatMap((media) => media.types)
  /** The names of the headers are in lower case. */
  return { code, status, headers: new Map(headers), content, types }
}

export interface Content {
  schema: Schema
  /** The Encoding Objects of a form, by the names of its fields. */
  encoding: Record<string, Record<string, unknown>>
  /** Problem types that `schema` describes. It can describe other bodies, too. */
  types: string[]
  examples: unknown[]
}

export function readContent(node: DocumentNode | undefined): Map<string, Content> {
  const contents = node?.getMembers('content') ?? []
  return new Map(
    contents.map(([mediaType, content]) => {
      const { schema } = content
      const encoding = Object.fromEntries(content.getMembers('encoding').map(([name, { value }]) => [name, value]))
      const examples = content.getMembers('examples').map(([, { value }]) => value.value ?? null)
      return [mediaType, { schema, encoding, types: getProblemTypes(schema), examples }]
    }),
  )
}

function getProblemTypes(schema: Schema): string[] {
  const type = valueAt(schema.keywords, '/properties/type/const')
  if (typeof type === 'string') return [type]
  return schema.getSubschemas(['anyOf']).flatMap(getProblemTypes)
}

/** Returns the content of a media type, or else of the narrowest range that includes it, such as `image/*`. */
export function getContent(content: Map<string, Content>, mediaType: string): Content | undefined {
  const ranges = [mediaType, mediaType.replace(/\/.*\+/, '/*+'), mediaType.replace(/\/.*/, '/*'), '*/*']
  return ranges.map((range) => content.get(range)).find((media) => media !== undefined)
}
