// The docs as Markdown, for tools and for readers without a browser: the text of the contract, each operation, the response
// headers and the schemas. An anchor with the name of the operation starts each operation, so the server can cut them out.

import { codeSamples } from './code-samples.ts'
import type { Contract, Header, Operation, Parameter, Reference, Schema } from './contract.ts'
import { readDescribedContract } from './deprecations.ts'
import { chapters, exampleCall } from './docs-contract.ts'
import { unwrapped } from './unwrapped.ts'
import { workflowsChapter } from './workflows-chapter.ts'

/** @param path The path of openapi.yaml. */
export async function docsMarkdown(path: string): Promise<string> {
  const contract = await readDescribedContract(path)
  const { info } = contract.document
  const parts = [
    `# ${info.title} ${info.version}`,
    info.description,
    contract.operations.map(({ id, method, path, text }) => {
      return `- [${text.summary}](#${id}): \`${method.toUpperCase()} ${path}\``
    }),
    ...chapters(contract).map(({ name, description }) => [`## ${name}`, description]),
    lowered(await workflowsChapter()),
    ...contract.operations.map((operation) => operationSection(contract, operation)),
    '<a id="response-headers"></a>',
    '## Response headers',
    table(['Header', 'Meaning', 'In the responses'], responseHeaders(contract)),
    '## Schemas',
    ...Object.entries(contract.document.components.schemas).map(([name, schema]) =>
      schemaSection(contract, name, schema),
    ),
  ]
  return `${parts
    .flatMap(lines)
    .map((part) => unwrapped(part).trim())
    .join('\n\n')}\n`
}

// The items of a list stay together.
function lines(part: string | string[]): string[] {
  if (typeof part === 'string') return [part]
  return part.every((one) => one.startsWith('- ')) ? [part.join('\n')] : part
}

/** The headings of a chapter, one level lower. */
function lowered(markdown: string): string {
  return markdown.replace(/^#/gm, '##')
}

function operationSection(contract: Contract, operation: Operation): string[] {
  const { id, method, path, scopes, parameters, requestBody, responses, text } = operation
  const bodies = Object.entries(requestBody?.content ?? {}).map(
    ([mediaType, { schema }]) => `- \`${mediaType}\`: ${schemaName(schema)}`,
  )
  return [
    `<a id="${id}"></a>`,
    `## ${text.summary}`,
    `\`${method.toUpperCase()} ${path}\`, operation \`${id}\`, scope ${scopes.map((scope) => `\`${scope}\``).join(', ')}`,
    text.description,
    ...(bodies.length > 0 ? ['### Request body', bodies.join('\n')] : []),
    '### Parameters',
    table(
      ['Name', 'In', 'Meaning', 'Values'],
      parameters.map((one) => [
        `\`${one.name}\`${one.required ? ' (required)' : ''}`,
        one.in,
        one.description,
        constraints(contract, one.schema),
      ]),
    ),
    '### Responses',
    table(
      ['Status', 'Meaning', 'Body'],
      responses.map(({ status, response }) => [
        String(status),
        `${response.description.trim()}${problemLink(contract, response.content)}`,
        Object.values(response.content ?? {})
          .map(({ schema }) => schemaName(schema))
          .join(', '),
      ]),
    ),
    'Each response also has [headers](#response-headers).',
    '### Samples',
    ...codeSamples(exampleCall(contract, operation)).map(({ lang, source }) => {
      return `\`\`\`${lang === 'curl' ? 'sh' : lang.toLowerCase()}\n${source}\n\`\`\``
    }),
  ]
}

function problemLink(contract: Contract, content: Operation['responses'][number]['response']['content'] = {}): string {
  const [one] = Object.values(content)
  const type = one && contract.wholeSchema(one.schema).properties?.type
  const tag = type && 'const' in type ? String(type.const) : ''
  const name = /^tag:.*:([a-z-]+)$/.exec(tag)?.[1]
  return name === undefined ? '' : ` Problem [\`${name}\`](problems/${name}).`
}

/** Every header of a response once, however many responses have it. */
function responseHeaders(contract: Contract): string[][] {
  const uses = new Map<string, { header: Header; statuses: Set<number> }>()
  for (const { status, response } of contract.operations.flatMap(({ responses }) => responses)) {
    for (const [name, reference] of Object.entries(response.headers ?? {})) {
      const use = uses.get(name) ?? { header: contract.resolve(reference), statuses: new Set<number>() }
      uses.set(name, use)
      use.statuses.add(status)
    }
  }
  return [...uses].map(([name, { header, statuses }]) => {
    return [`\`${name}\``, header.description, [...statuses].toSorted((a, b) => a - b).join(', ')]
  })
}

function schemaSection(contract: Contract, name: string, schema: Schema): string[] {
  const whole = contract.wholeSchema(schema)
  const fields = Object.entries(whole.properties ?? {})
  return [
    `<a id="${name}"></a>`,
    `### ${name}`,
    ...(whole.description === undefined ? [] : [whole.description]),
    fields.length === 0
      ? constraints(contract, schema)
      : table(
          ['Field', 'Meaning', 'Values'],
          fields.map(([field, reference]) => [
            `\`${field}\`${whole.required?.includes(field) ? ' (required)' : ''}`,
            contract.wholeSchema(reference).description,
            constraints(contract, reference),
          ]),
        ),
  ]
}

function schemaName(schema: Reference<Schema>): string {
  if ('$ref' in schema) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    return `[${name}](#${name})`
  }
  return schema.items === undefined ? `\`${schema.type}\`` : `a list of ${schemaName(schema.items)}`
}

const rules = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'format', 'default'] as const

function constraints(contract: Contract, schema: Parameter['schema']): string {
  const whole = contract.wholeSchema(schema)
  if (whole.const !== undefined) return `\`${whole.const}\``
  const type = [whole.type].flat().filter((one) => one !== undefined)
  const found = rules.flatMap((rule) => (whole[rule] === undefined ? [] : [`${rule} ${whole[rule]}`]))
  const pattern = whole.pattern === undefined ? [] : [`pattern \`${whole.pattern}\``]
  return [...type, ...found, ...pattern].join(', ')
}

function table(head: string[], rows: (string | undefined)[][]): string {
  const row = (cells: (string | undefined)[]) =>
    `| ${cells
      .map((cell = '') =>
        cell
          .trim()
          .replaceAll(/\s*\n\s*/g, ' ')
          .replaceAll('|', '\\|'),
      )
      .join(' | ')} |`
  return rows.length === 0 ? 'None.' : [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n')
}
