// Writes the code samples of the docs: how to call an operation in each language. The values come from the examples of the
// contract, so a new operation needs no new code here.

import { inspect } from 'node:util'
import { curlCredentials, type Place } from '../core/contract/credentials.ts'
import { bodyKind } from '../core/contract/media-types.ts'
import { clientStyle } from './client-styles.ts'
import { access, quoted } from './code.ts'
import { serverOrigin } from './complete/base-paths.ts'
import { mapped, toNode } from './complete/node.ts'
import { usualCredentials } from './complete/security.ts'
import type { Contract, Operation } from './contract.ts'
import { givenExample } from './given-example.ts'
import { hasClientPackage } from './product.ts'
import { python } from './python-sample.ts'
import { formParts, type SampleBody, sampleBody } from './sample-body.ts'
import { getHeaders, getTarget, jsonLine, withQuery } from './sample-request.ts'

export type ExampleCall = ReturnType<typeof exampleCall>

/** One call of an operation, with the values of its examples. */
export function exampleCall(contract: Contract, operation: Operation) {
  const { id, method, path, bases, alternatives, parameters, responses } = operation
  const origin = serverOrigin(toNode(contract.document))
  const success = responses.find(({ status }) => status >= 200 && status < 300)
  return {
    // Readers see the address of their service instead (stack/docs/address.ts).
    address: origin + (bases[0] ?? ''),
    // The client knows the paths of other servers.
    baseUrl: origin + contract.basePath,
    ...(hasClientPackage() && { client: `@${contract.document['x-product'].name}/client` }),
    operationId: id,
    credentials: usualCredentials<Place>(alternatives),
    method,
    path,
    parameters: parameters
      .filter((one) => one.required)
      .map((one) => {
        const { name, in: group } = one
        const value = givenExample(contract, one) ?? `<${name}>`
        const style = clientStyle(contract, one)
        return { name, in: group, value, ...(style && { style }) }
      }),
    body: sampleBody(contract, operation),
    // If not, the sample prints the status.
    hasResponseBody: success?.response.content !== undefined,
    isFile: Object.keys(success?.response.content ?? {}).some((one) => bodyKind(one) === 'bytes'),
  }
}

export function codeSamples(call: ExampleCall) {
  return [
    { lang: 'curl', source: curl(call) },
    { lang: 'TypeScript', source: typescript(call) },
    { lang: 'Python', source: python(call) },
  ]
}

function curl(call: ExampleCall): string {
  const { address, method, credentials, body, hasResponseBody, isFile } = call
  // The next output begins on a new line. A file stays as it is.
  const end = hasResponseBody ? String.raw`\n` : String.raw`%{http_code}\n`
  const { options, query } = curlCredentials(credentials, '$TOKEN')
  const isDefaultMethod = method === (body ? 'post' : 'get')
  const escaped = (address + getTarget(call)).replaceAll(/["\\$`]/g, '\\$&')
  return [
    `curl -sS ${isDefaultMethod ? '' : `-X ${method.toUpperCase()} `}"${withQuery(escaped, query)}"`,
    ...options,
    ...getHeaders(call).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(body ? curlBody(body) : []),
    ...(isFile ? [] : [`-w '${end}'`]),
  ].join(' \\\n  ')
}

function curlBody(body: SampleBody): string[] {
  const { mediaType, value, files = [] } = body
  switch (bodyKind(mediaType)) {
    case 'json':
      return [`-d ${shellQuoted(jsonLine(value))}`]
    case 'form':
      return formParts(body).map(([name, text]) => `--data-urlencode ${shellQuoted(`${name}=${text}`)}`)
    case 'multipart':
      return formParts(body).map(([name, text]) =>
        files.includes(name)
          ? `-F ${shellQuoted(`${name}=@${text}`)}`
          : `--form-string ${shellQuoted(`${name}=${text}`)}`,
      )
    case 'text':
      return [`--data-raw ${shellQuoted(String(value))}`]
    case 'bytes':
      return [`--data-binary ${shellQuoted(`@${value}`)}`]
  }
}

function typescript(call: ExampleCall): string {
  const { baseUrl, client, operationId, credentials, parameters, body, hasResponseBody } = call
  const input: Record<string, unknown> = {}
  // The client leaves cookies to its transport.
  for (const { in: group, name, value } of parameters.filter((one) => one.in !== 'cookie'))
    input[group] = { ...Object(input[group]), [name]: value }
  if (body?.isNamed) input.mediaType = body.mediaType
  if (body) input.body = typescriptBody(body)
  const hasFile = body !== undefined && (bodyKind(body.mediaType) === 'bytes' || body.files !== undefined)
  const argument = inspect(input, { depth: null, breakLength: 80, maxStringLength: null, maxArrayLength: null })
  const own = "import { createClient } from 'contract-stack/client'\nimport { contract } from './generated/client.ts'"
  return `${hasFile ? "import { openAsBlob } from 'node:fs'\n" : ''}${client ? `import { createClient } from ${quoted(client)}` : own}

const client = createClient(${client ? '' : 'contract, '}{
  baseUrl: ${quoted(baseUrl)},${credentials.length > 0 ? "\n  token: process.env.TOKEN ?? ''," : ''}
})

const result = await client${access(operationId)}(${argument === '{}' ? '' : argument})
if (!result.ok) throw new Error(result.problem?.detail)
console.log(${hasResponseBody ? 'JSON.stringify(result.body, null, 2)' : 'result.status'})`
}

function typescriptBody({ mediaType, value, files = [] }: SampleBody): unknown {
  const file = (name: unknown) => ({ [inspect.custom]: () => `await openAsBlob(${quoted(String(name))})` })
  if (bodyKind(mediaType) === 'bytes') return file(value)
  if (files.length === 0) return value
  return mapped(toNode(value), (one, name) => {
    if (!files.includes(name)) return one
    return Array.isArray(one) ? one.map(file) : file(one)
  })
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
