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

  /** Whether the contract names the status itself. */
  has(status: number): boolean {
    return this.all.some(({ code }) => code === String(status))
  }

  /** The first success, or else the first redirect, or the default. */
  get success(): ContractResponse | undefined {
    const success = this.all.find(({ status }) => status < 300) ?? this.all.find(({ status }) => status < 400)
    return success ?? this.all.find(({ code }) => code === 'default')
  }
}

function readResponse(node: DocumentNode, code: string) {
  const headers = node.getMembers('headers').map(([name, { value, schema }]) => {
    return [name.toLowerCase(), { required: value.required === true, schema, example: value.example }] as const
  })
  const status = code === 'default' ? 500 : Number(code.replace('XX', '00'))
  const content = readContent(node)
  const types = [...content.values()].flatMap((media) => media.types)
  /** The headers have lower-case names. */
  return { code, status, headers: new Map(headers), content, types }
}

export interface Content {
  schema: Schema
  /** Says how a form writes its fields, by their names. */
  encoding: Record<string, Record<string, unknown>>
  /** Of its problems. Besides them, the contract can document other bodies of this media type. */
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
      return [mediaType, { schema, encoding, types: problemTypes(schema), examples }]
    }),
  )
}

function problemTypes(schema: Schema): string[] {
  const type = valueAt(schema.keywords, '/properties/type/const')
  if (typeof type === 'string') return [type]
  return schema.parts(['anyOf']).flatMap(problemTypes)
}

/** The content of a media type; that of a range, such as `image/*`, if there is no other. */
export function getContent(content: Map<string, Content>, mediaType: string): Content | undefined {
  const ranges = [mediaType, mediaType.replace(/\/.*\+/, '/*+'), mediaType.replace(/\/.*/, '/*'), '*/*']
  return ranges.map((range) => content.get(range)).find((media) => media !== undefined)
}
