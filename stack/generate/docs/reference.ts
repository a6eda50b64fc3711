// The responses, their headers and the schemas, as Markdown for docs.md and the docs page.

import { type ContractModel, type OperationModel, targetName } from '../../contract/model/contract.ts'
import type { MaybeReference, Schema } from '../../contract/model/openapi.ts'
import { bodyKind } from '../../core/contract/media-types.ts'
import { codeSpan } from '../code.ts'

/** Returns the responses of an operation as a list: the columns of a table would be too narrow on a phone. */
export function responseList({ responses }: OperationModel): string {
  const items = responses.map(({ code, response }) => {
    const bodies = Object.entries(response.content ?? {}).map(([mediaType, { schema }]) => {
      return ` ${bodyKind(mediaType) === 'json' && schema ? describeSchema(schema) : codeSpan(mediaType)}`
    })
    return `- \`${code}\`${bodies.join(',')}: ${oneLine(response.description)}`
  })
  return `${items.join('\n')}\n\nEach response also has [headers](#response-headers).`
}

/** Returns the headers of all responses in one table: each once, or once for each meaning. */
export function responseHeaders(contract: ContractModel): string {
  const all: DocumentedResponse[] = [
    ...contract.operations.flatMap(({ id, responses }) =>
      responses.map((response) => ({ ...response, operationId: id })),
    ),
    ...contract.httpResponses,
  ]
  const uses = all.flatMap((use) =>
    use.headers.map(({ name, description }) => ({ use, name, cells: [codeSpan(name), description] })),
  )
  const sorted = uses.toSorted((first, second) => first.name.localeCompare(second.name, 'en'))
  const rows = [...Map.groupBy(sorted, ({ cells }) => cells.join('\n')).values()].map((group) => {
    return [...(group[0]?.cells ?? []), describeUses(new Set(group.map(({ use }) => use)), all)]
  })
  return table(['Header', 'Meaning', 'In the responses'], rows)
}

/** A response of an operation, or a response that any request can get. */
type DocumentedResponse = OperationModel['responses'][number] & { operationId?: string }

/** Returns the statuses. If only some responses with a status have the header, it names their operations, too. */
function describeUses(uses: Set<DocumentedResponse>, all: DocumentedResponse[]): string {
  const inOrder = all.toSorted((first, second) => first.status - second.status)
  const groups = [...Map.groupBy(inOrder, ({ code }) => code)].map(([status, group]) => {
    const withHeader = group.filter((response) => uses.has(response))
    return { status, isPart: withHeader.length < group.length, withHeader }
  })
  const groupsWithUses = groups.filter(({ withHeader }) => withHeader.length > 0)
  const missing = groups.filter(({ withHeader }) => withHeader.length === 0).map(({ status }) => status)
  if (groupsWithUses.every(({ isPart }) => !isPart) && missing.length < groupsWithUses.length)
    return missing.length === 0 ? 'all' : `all but ${missing.join(', ')}`
  const name = ({ operationId: id }: DocumentedResponse) =>
    id === undefined ? 'any request' : `[${codeSpan(id)}](#${encodeURIComponent(id)})`
  const texts = groupsWithUses.map(({ status, isPart, withHeader }) =>
    isPart ? `${status} (${withHeader.map(name).join(', ')})` : status,
  )
  return texts.join(', ')
}

/** Returns all schemas, each with its description and its fields, after an anchor with its name. */
export function schemaSections(contract: ContractModel): string[] {
  return Object.entries(contract.document.components.schemas).flatMap(([name, schema]) => {
    const dereferenced = contract.dereference(schema)
    const fields = Object.entries(schema.properties ?? {})
    const rows = fields.map(([field, reference]) => {
      const label = `${codeSpan(field)}${dereferenced.required?.includes(field) ? ' (required)' : ''}`
      return [label, contract.dereference(reference).description, fieldValues(contract, reference)]
    })
    return [
      `<a id="${name}"></a>`,
      `### ${name}`,
      ...(dereferenced.description === undefined ? [] : [dereferenced.description]),
      fields.length === 0 ? constraints(contract, schema) : table(['Field', 'Meaning', 'Values'], rows),
    ]
  })
}

export function describeSchema(schema: MaybeReference<Schema>): string {
  if ('$ref' in schema) {
    const name = targetName(schema)
    return `[${name}](#${name})`
  }
  const { anyOf, oneOf, items, properties, required = [], type = 'any value' } = schema
  const alternatives = anyOf ?? oneOf
  if (alternatives) return alternatives.map(describeSchema).join(' or ')
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) => {
      return `${codeSpan(name)}${required.includes(name) ? ' (required)' : ''}: ${describeSchema(field)}`
    })
    return `an object with ${fields.join(', ')}`
  }
  return items === undefined ? `\`${[type].flat().join(' or ')}\`` : `a list of ${describeSchema(items)}`
}

/** Describes the values of a field. A named schema is a link, so its constraints are in one place. */
function fieldValues(contract: ContractModel, schema: MaybeReference<Schema>): string {
  if ('$ref' in schema) return describeSchema(schema)
  if (schema.oneOf) return schema.oneOf.map((alternative) => fieldValues(contract, alternative)).join(' or ')
  return constraints(contract, schema)
}

const keywords = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'format', 'default'] as const

export function constraints(contract: ContractModel, schema: MaybeReference<Schema>): string {
  const dereferenced = contract.dereference(schema)
  const { const: constant, type, enum: values, pattern, 'x-pattern-message': words } = dereferenced
  if (constant !== undefined) return codeSpan(String(constant))
  const types = 'items' in schema ? [describeSchema(schema)] : [type].flat().filter((type) => type !== undefined)
  const constraints = keywords.flatMap((name) =>
    dereferenced[name] === undefined ? [] : [`${name} ${dereferenced[name]}`],
  )
  const options = values ? [`one of ${values.map((value) => codeSpan(String(value))).join(', ')}`] : []
  const patternTexts = pattern === undefined ? [] : [words ?? `pattern ${codeSpan(pattern)}`]
  return [...types, ...options, ...constraints, ...patternTexts].join(', ')
}

/** Omits the pattern of a header: its description explains in words what a regular expression would hide. */
export function headerSchema(contract: ContractModel, schema: unknown): Schema {
  const { pattern: _, ...others } = contract.dereference(schema)
  return others
}

export function table(head: string[], rows: (string | undefined)[][]): string {
  const row = (cells: (string | undefined)[]) =>
    `| ${cells.map((cell = '') => oneLine(cell).replaceAll('|', '\\|')).join(' | ')} |`
  return rows.length === 0 ? 'None.' : [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n')
}

/** Spaces stay: a pattern can have several. */
function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*[\n\r]\s*/g, ' ')
}
