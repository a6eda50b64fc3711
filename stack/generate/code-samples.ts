// Writes the code samples of the docs: how to call an operation in each language. The values come from the examples of the
// contract, so a new operation needs no new code here.

import { inspect } from 'node:util'
import { querySerializer, textOf } from '../client/parameter-text.ts'
import { curlCredentials, type Place } from '../core/contract/credentials.ts'
import { clientStyle } from './client-styles.ts'
import { access, quoted } from './code.ts'
import { serverOrigin } from './complete/base-paths.ts'
import { nodeOf } from './complete/node.ts'
import type { Contract, Examples, Operation } from './contract.ts'

export type ExampleCall = ReturnType<typeof exampleCall>

/** One call of an operation, with the values of its examples. */
export function exampleCall(contract: Contract, operation: Operation) {
  const {
    id,
    method,
    path,
    bases: [base = ''],
    alternatives = [],
    parameters,
    requestBody,
    responses,
  } = operation
  const [body] = Object.entries(requestBody?.content ?? {})
  const origin = serverOrigin(nodeOf(contract.document))
  const success = responses.find(({ status }) => status >= 200 && status < 300)
  return {
    // Readers see the address of their service instead (stack/docs/address.ts).
    address: origin + base,
    // The client knows the paths of other servers.
    baseUrl: origin + contract.basePath,
    client: `@${contract.document['x-product'].name}/client`,
    operationId: id,
    credentials: credentialsOf(alternatives),
    method,
    path,
    parameters: parameters
      .filter((one) => one.required)
      .map((one) => {
        const { name, in: group, examples } = one
        const value = firstExample(contract, examples) ?? `<${name}>`
        const style = clientStyle(contract, one)
        return { name, in: group, value, ...(style && { style }) }
      }),
    body: body && { mediaType: body[0], value: firstExample(contract, body[1].examples) ?? {} },
    // If not, the sample prints the status.
    hasResponseBody: success?.response.content !== undefined,
  }
}

/** Of the first alternative. */
function credentialsOf(alternatives: Place[][]): Place[] {
  return alternatives.find(({ length }) => length > 0) ?? []
}

function firstExample(contract: Contract, examples: Examples = {}): unknown {
  const [first] = Object.values(examples)
  return first && contract.resolve(first).value
}

export function codeSamples(call: ExampleCall) {
  return [
    { lang: 'curl', source: curl(call) },
    { lang: 'TypeScript', source: typescript(call) },
    { lang: 'Python', source: python(call) },
  ]
}

function curl(call: ExampleCall): string {
  const { address, method, credentials, body, hasResponseBody } = call
  const { options, query } = curlCredentials(credentials, '$TOKEN')
  const isDefaultMethod = method === (body ? 'post' : 'get')
  const escaped = (address + targetOf(call)).replaceAll(/["\\$`]/g, '\\$&')
  return [
    `curl -sS ${isDefaultMethod ? '' : `-X ${method.toUpperCase()} `}"${withQuery(escaped, query)}"`,
    ...options,
    ...headersOf(call).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(body ? [`-d ${shellQuoted(jsonLine(body.value))}`] : []),
    ...(hasResponseBody ? [] : [String.raw`-w '%{http_code}\n'`]),
  ].join(' \\\n  ')
}

function typescript({
  baseUrl,
  client,
  operationId,
  credentials,
  parameters,
  body,
  hasResponseBody,
}: ExampleCall): string {
  const input: Record<string, unknown> = {}
  // The client leaves cookies to its transport.
  for (const { in: group, name, value } of parameters.filter((one) => one.in !== 'cookie'))
    input[group] = { ...Object(input[group]), [name]: value }
  if (body) input.body = body.value
  const argument = inspect(input, { depth: null, breakLength: 80, maxStringLength: null, maxArrayLength: null })
  return `import { createClient } from ${quoted(client)}

const client = createClient({
  baseUrl: ${quoted(baseUrl)},${credentials.length > 0 ? "\n  token: process.env.TOKEN ?? ''," : ''}
})

const result = await client${access(operationId)}(${argument === '{}' ? '' : argument})
if (!result.ok) throw new Error(result.problem?.detail)
console.log(${hasResponseBody ? 'JSON.stringify(result.body, null, 2)' : 'result.status'})`
}

function python(call: ExampleCall): string {
  const { address, method, credentials, body, hasResponseBody } = call
  const { headers, query } = pythonCredentials(credentials)
  const needsToken = credentials.length > 0
  return [
    ...(body ? ['import json'] : []),
    ...(needsToken ? ['import os'] : []),
    ...(credentials.some((one) => one.in === 'basic') ? ['from base64 import b64encode'] : []),
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${pythonLiteral(withQuery(address + targetOf(call), query.slice(0, 1)))}${query.length > 0 ? ' + os.environ["TOKEN"]' : ''},`,
    `    method="${method.toUpperCase()}",`,
    '    headers={',
    ...headers.map((line) => `        ${line},`),
    ...headersOf(call).map(([name, value]) => `        ${pythonLiteral(name)}: ${pythonLiteral(value)},`),
    '    },',
    ...(body ? [`    data=json.dumps(${pythonLiteral(body.value)}).encode(),`] : []),
    ')',
    'with urlopen(request) as response:',
    `    print(${hasResponseBody ? 'response.read().decode()' : 'response.status'})`,
  ].join('\n')
}

/** A program needs one of them: its variable TOKEN has one token. */
function pythonCredentials(credentials: ExampleCall['credentials']) {
  const token = 'os.environ["TOKEN"]'
  const headers = credentials.flatMap(({ in: place, name = '' }) => {
    if (place === 'query') return []
    if (place === 'basic') return [`"Authorization": "Basic " + b64encode((":" + ${token}).encode()).decode()`]
    if (place === 'bearer') return [`"Authorization": "Bearer " + ${token}`]
    return [
      place === 'cookie' ? `"Cookie": ${pythonLiteral(`${name}=`)} + ${token}` : `${pythonLiteral(name)}: ${token}`,
    ]
  })
  const query = credentials.flatMap(({ in: place, name = '' }) =>
    place === 'query' ? [`${encodeURIComponent(name)}=`] : [],
  )
  return { headers, query }
}

function withQuery(target: string, pairs: string[]): string {
  if (pairs.length === 0) return target
  return `${target}${target.includes('?') ? '&' : '?'}${pairs.join('&')}`
}

// The result is percent-encoded, so it is safe in double quotes in all three languages.
function targetOf({ path, parameters }: ExampleCall): string {
  const filled = path.replace(/\{(.*?)\}/g, (_, name: string) => {
    const found = parameters.find((one) => one.in === 'path' && one.name === name)
    return textOf(found?.value ?? '', found?.style)
  })
  const pairs = parameters
    .filter((one) => one.in === 'query')
    .map(({ name, value, style }) => querySerializer({ [name]: value }, { [name]: style }))
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`
}

function headersOf({ parameters, body }: ExampleCall): [name: string, value: string][] {
  const mediaType = body ? [{ name: 'Content-Type', value: body.mediaType }] : []
  const texts = (group: string, encode: (text: string) => string) =>
    parameters
      .filter((one) => one.in === group)
      .map(({ name, value, style }) => ({ name, value: textOf(value, style, encode) }))
  const cookies = texts('cookie', encodeURIComponent).map(({ name, value }) => `${name}=${value}`)
  const cookie = cookies.length > 0 ? [{ name: 'Cookie', value: cookies.join('; ') }] : []
  return [...texts('header', String), ...cookie, ...mediaType].map(({ name, value }) => [name, value])
}

// JSON on one line, with spaces. This is safe because a JSON string contains no line breaks.
function jsonLine(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replace(/(?<=[[{])\n *|\n *(?=[\]}])/g, '')
    .replace(/\n */g, ' ')
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

// JSON is valid Python, except for three words.
function pythonLiteral(value: unknown): string {
  const words: Record<string, string> = { true: 'True', false: 'False', null: 'None' }
  return jsonLine(value).replace(/"(?:[^"\\]|\\.)*"|\b[a-z]+\b/g, (token) => words[token] ?? token)
}
