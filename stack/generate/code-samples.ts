// Writes the code samples of the docs: how to call an operation in each language. The values come from the examples of the
// contract, so a new operation needs no new code here.

import { inspect } from 'node:util'
import { access, quoted } from './code.ts'
import type { Contract, Examples, Operation } from './contract.ts'

export type ExampleCall = ReturnType<typeof exampleCall>

/** One call of an operation, with the values of its examples. */
export function exampleCall(contract: Contract, operation: Operation) {
  const { id, method, path, needsToken, parameters, requestBody, responses } = operation
  const [body] = Object.entries(requestBody?.content ?? {})
  const success = responses.find(({ status }) => status >= 200 && status < 300)
  return {
    // Readers see the address of their service instead (stack/docs/address.ts).
    address: contract.document.servers[0]?.url ?? '',
    client: `@${contract.document['x-product'].name}/client`,
    operationId: id,
    needsToken,
    method,
    path,
    parameters: parameters
      .filter((one) => one.required)
      .map(({ name, in: group, examples }) => {
        return { name, in: group, value: firstExample(contract, examples) ?? `<${name}>` }
      }),
    body: body && { mediaType: body[0], value: firstExample(contract, body[1].examples) ?? {} },
    // If not, the sample prints the status.
    hasResponseBody: success?.response.content !== undefined,
  }
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
  const { address, method, needsToken, body, hasResponseBody } = call
  const isDefaultMethod = method === (body ? 'post' : 'get')
  return [
    `curl -sS ${isDefaultMethod ? '' : `-X ${method.toUpperCase()} `}"${address.replaceAll(/["\\$`]/g, '\\$&')}${targetOf(call)}"`,
    ...(needsToken ? [`-H "Authorization: Bearer $TOKEN"`] : []),
    ...headersOf(call).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(body ? [`-d ${shellQuoted(jsonLine(body.value))}`] : []),
    ...(hasResponseBody ? [] : [String.raw`-w '%{http_code}\n'`]),
  ].join(' \\\n  ')
}

function typescript({ address, client, operationId, parameters, body, hasResponseBody }: ExampleCall): string {
  const input: Record<string, unknown> = {}
  for (const { in: group, name, value } of parameters) input[group] = { ...Object(input[group]), [name]: value }
  if (body) input.body = body.value
  const argument = inspect(input, { depth: null, breakLength: 80, maxStringLength: null, maxArrayLength: null })
  return `import { createClient } from ${quoted(client)}

const client = createClient({
  baseUrl: ${quoted(address)},
  token: process.env.TOKEN ?? '',
})

const result = await client${access(operationId)}(${argument === '{}' ? '' : argument})
if (!result.ok) throw new Error(result.problem?.detail)
console.log(${hasResponseBody ? 'JSON.stringify(result.body, null, 2)' : 'result.status'})`
}

function python(call: ExampleCall): string {
  const { address, method, needsToken, body, hasResponseBody } = call
  return [
    ...(body ? ['import json'] : []),
    ...(needsToken ? ['import os'] : []),
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${pythonLiteral(address + targetOf(call))},`,
    `    method="${method.toUpperCase()}",`,
    '    headers={',
    ...(needsToken ? ['        "Authorization": "Bearer " + os.environ["TOKEN"],'] : []),
    ...headersOf(call).map(([name, value]) => `        ${pythonLiteral(name)}: ${pythonLiteral(value)},`),
    '    },',
    ...(body ? [`    data=json.dumps(${pythonLiteral(body.value)}).encode(),`] : []),
    ')',
    'with urlopen(request) as response:',
    `    print(${hasResponseBody ? 'response.read().decode()' : 'response.status'})`,
  ].join('\n')
}

// The result is percent-encoded, so it is safe in double quotes in all three languages.
function targetOf({ path, parameters }: ExampleCall): string {
  const of = (group: string) =>
    parameters.filter((one) => one.in === group).map(({ name, value }): [string, string] => [name, String(value)])
  const values = new Map(of('path'))
  const filled = path.replace(/\{(.*?)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''))
  const query = new URLSearchParams(of('query'))
  return query.size === 0 ? filled : `${filled}?${query}`
}

function headersOf({ parameters, body }: ExampleCall): [name: string, value: string][] {
  const mediaType = body ? [{ name: 'Content-Type', value: body.mediaType }] : []
  const headers = [...parameters.filter((one) => one.in === 'header'), ...mediaType]
  return headers.map(({ name, value }) => [name, String(value)])
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
