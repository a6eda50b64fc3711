// What to paste to call an operation, in each language of the docs. What differs from one operation to the next comes
// from the contract's own examples, so a new operation has its samples as soon as it has those.

import { inspect } from 'node:util'

/** One call of an operation: the values of its examples, where it wants any. */
export interface ExampleCall {
  operationId: string
  method: string
  /** As in the contract, with names in braces. */
  path: string
  parameters: { name: string; in: string; value: unknown }[]
  body?: { mediaType: string; value: unknown }
  /** Whether there is something to print besides the status. */
  isAnswered: boolean
}

/** As Redoc takes it in `x-codeSamples`. */
export interface CodeSample {
  lang: string
  source: string
}

export function codeSamples(call: ExampleCall): CodeSample[] {
  return [
    { lang: 'curl', source: curl(call) },
    { lang: 'TypeScript', source: typescript(call) },
    { lang: 'Python', source: python(call) },
  ]
}

function curl(call: ExampleCall): string {
  const { method, body, isAnswered } = call
  const isImplied = method === (body ? 'post' : 'get')
  return [
    `curl -sS ${isImplied ? '' : `-X ${method.toUpperCase()} `}"$URL${targetOf(call)}"`,
    `-H "Authorization: Bearer $TOKEN"`,
    ...headersOf(call).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...(body ? [`-d ${shell(spaced(body.value))}`] : []),
    ...(isAnswered ? [] : [String.raw`-w '%{http_code}\n'`]),
  ].join(' \\\n  ')
}

function typescript({ operationId, parameters, body, isAnswered }: ExampleCall): string {
  const input: Record<string, unknown> = {}
  for (const { in: group, name, value } of parameters) input[group] = { ...Object(input[group]), [name]: value }
  if (body) input.body = body.value
  const written = inspect(input, { depth: null, breakLength: 80, maxStringLength: null, maxArrayLength: null })
  return `import { createPlantClient } from '@plant-collection/client'

const { URL: baseUrl = '', TOKEN: token = '' } = process.env
const client = createPlantClient({ baseUrl, token })

const response = await client.${operationId}(${written === '{}' ? '' : written})
if (!response.ok) throw new Error(response.problem?.detail)
console.log(${isAnswered ? 'JSON.stringify(response.body, null, 2)' : 'response.status'})`
}

function python(call: ExampleCall): string {
  const { method, body, isAnswered } = call
  return [
    ...(body ? ['import json'] : []),
    'import os',
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    os.environ["URL"] + ${pythonic(targetOf(call))},`,
    `    method="${method.toUpperCase()}",`,
    '    headers={',
    '        "Authorization": "Bearer " + os.environ["TOKEN"],',
    ...headersOf(call).map(([name, value]) => `        ${pythonic(name)}: ${pythonic(value)},`),
    '    },',
    ...(body ? [`    data=json.dumps(${pythonic(body.value)}).encode(),`] : []),
    ')',
    'with urlopen(request) as response:',
    `    print(${isAnswered ? 'response.read().decode()' : 'response.status'})`,
  ].join('\n')
}

// Percent-encoded, and so safe within double quotes in all three languages.
function targetOf({ path, parameters }: ExampleCall): string {
  const of = (group: string) =>
    parameters.filter((one) => one.in === group).map(({ name, value }): [string, string] => [name, String(value)])
  const values = new Map(of('path'))
  const filled = path.replace(/\{(.*?)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''))
  const query = new URLSearchParams(of('query'))
  return query.size === 0 ? filled : `${filled}?${query}`
}

function headersOf({ parameters, body }: ExampleCall): [name: string, value: string][] {
  const headers = parameters.filter((one) => one.in === 'header')
  return [
    ...headers.map(({ name, value }): [string, string] => [name, String(value)]),
    ...(body ? [['Content-Type', body.mediaType] satisfies [string, string]] : []),
  ]
}

// On one line, and easy on the eye. A string of JSON has no line breaks in it.
function spaced(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replace(/(?<=[[{])\n *|\n *(?=[\]}])/g, '')
    .replace(/\n */g, ' ')
}

function shell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

// JSON is Python but for three words.
function pythonic(value: unknown): string {
  const words: Record<string, string> = { true: 'True', false: 'False', null: 'None' }
  return spaced(value).replace(/"(?:[^"\\]|\\.)*"|\b[a-z]+\b/g, (token) => words[token] ?? token)
}
