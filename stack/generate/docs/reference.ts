// The responses, their headers and the schemas, as Markdown for docs.md and the docs page.

import { type ContractModel, type OperationModel, targetName } from '../../contract/model/contract.ts'
import type { MaybeReference, Schema } from '../../contract/model/openapi.ts'
import { bodyKind } from '../../core/contract/media-types.ts'
import { codeSpan } from '../code.ts'

/** Every response of an operation, as a list: a table with these texts would be too narrow on a phone. */
export function responseList({ responses }: OperationModel): string {
  const items = responses.map(({ code, response }) => {
    const bodies = Object.entries(response.content ?? {}).map(([mediaType, { schema }]) => {
      return ` ${bodyKind(mediaType) === 'json' && schema ? schemaName(schema) : codeSpan(mediaType)}`
    })
    return `- \`${code}\`${bodies.join(',')}: ${oneLine(response.description)}`
  })
  return `${items.join('\n')}\n\nEach response also has [headers](#response-headers).`
}

/** The headers of all responses in one table: each once, or once for each meaning. */
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
    return [...(group[0]?.cells ?? []), usesText(new Set(group.map(({ use }) => use)), all)]
  })
  return table(['Header', 'Meaning', 'In the responses'], rows)
}

/** A response of an operation, or one that any request can get. */
type DocumentedResponse = OperationModel['responses'][number] & { operationId?: string }

/** The statuses. If only some responses with a status have the header, their operations too. */
function usesText(uses: Set<DocumentedResponse>, all: DocumentedResponse[]): string {
  const inOrder = all.toSorted((first, second) => first.status - second.status)
  const groups = [...Map.groupBy(inOrder, ({ code }) => code)].map(([status, group]) => {
    const having = group.filter((response) => uses.has(response))
    return { status, isPart: having.length < group.length, having }
  })
  const groupsWithUses = groups.filter(({ having }) => having.length > 0)
  const missing = groups.filter(({ having }) => having.length === 0).map(({ status }) => status)
  if (groupsWithUses.every(({ isPart }) => !isPart) && missing.length < groupsWithUses.length)
    return missing.length === 0 ? 'all' : `all but ${missing.join(', ')}`
  const name = ({ operationId: id }: DocumentedResponse) =>
    id === undefined ? 'any request' : `[${codeSpan(id)}](#${encodeURIComponent(id)})`
  const texts = groupsWithUses.map(({ status, isPart, having }) =>
    isPart ? `${status} (${having.map(name).join(', ')})` : status,
  )
  return texts.join(', ')
}

/** All schemas, each with its description and its fields. An anchor with its name starts each. */
export function schemaSections(contract: ContractModel): string[] {
  return Object.entries(contract.document.components.schemas).flatMap(([name, schema]) => {
    const whole = contract.dereference(schema)
    const fields = Object.entries(schema.properties ?? {})
    const rows = fields.map(([field, reference]) => {
      const label = `${codeSpan(field)}${whole.required?.includes(field) ? ' (required)' : ''}`
      return [label, contract.dereference(reference).description, fieldValues(contract, reference)]
    })
    return [
      `<a id="${name}"></a>`,
      `### ${name}`,
      ...(whole.description === undefined ? [] : [whole.description]),
      fields.length === 0 ? constraints(contract, schema) : table(['Field', 'Meaning', 'Values'], rows),
    ]
  })
}

export function schemaName(schema: MaybeReference<Schema>): string {
  if ('$ref' in schema) {
    const name = targetName(schema)
    return `[${name}](#${name})`
  }
  const { anyOf, oneOf, items, properties, required = [], type = 'any value' } = schema
  const alternatives = anyOf ?? oneOf
  if (alternatives) return alternatives.map(schemaName).join(' or ')
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) => {
      return `${codeSpan(name)}${required.includes(name) ? ' (required)' : ''}: ${schemaName(field)}`
    })
    return `an object with ${fields.join(', ')}`
  }
  return items === undefined ? `\`${[type].flat().join(' or ')}\`` : `a list of ${schemaName(items)}`
}

/** A named schema is a link, so its limits are in one place. */
function fieldValues(contract: ContractModel, schema: MaybeReference<Schema>): string {
  if ('$ref' in schema) return schemaName(schema)
  if (schema.oneOf) return schema.oneOf.map((alternative) => fieldValues(contract, alternative)).join(' or ')
  return constraints(contract, schema)
}

const rules = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'format', 'default'] as const

export function constraints(contract: ContractModel, schema: MaybeReference<Schema>): string {
  const whole = contract.dereference(schema)
  if (whole.const !== undefined) return codeSpan(String(whole.const))
  const type = 'items' in schema ? [schemaName(schema)] : [whole.type].flat().filter((type) => type !== undefined)
  const limits = rules.flatMap((rule) => (whole[rule] === undefined ? [] : [`${rule} ${whole[rule]}`]))
  const values = whole.enum ? [`one of ${whole.enum.map((value) => codeSpan(String(value))).join(', ')}`] : []
  const { pattern: expression, 'x-pattern-message': words } = whole
  const pattern = expression === undefined ? [] : [words ?? `pattern ${codeSpan(expression)}`]
  return [...type, ...values, ...limits, ...pattern].join(', ')
}

/** Leaves the pattern of a header out: its description tells in words what a regular expression would hide. */
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
