// The code samples of the docs. Their values come from the examples of the contract.

import { inspect } from 'node:util'
import { mapValues, toNode } from '../../contract/model/node.ts'
import { curlCredentials } from '../../core/contract/credentials.ts'
import { bodyKind } from '../../core/contract/media-types.ts'
import { shellQuoted } from '../../docs/call.ts'
import { type CodeSample, tokenCode } from '../../docs/sample-token.ts'
import { access, quoted } from '../code.ts'
import { type ExampleCall, formParts, getParts, jsonLine, type SampleBody, withQuery } from './sample-request.ts'
import { type Syntax, standardSamples, toRequest } from './standard-samples.ts'

export function codeSamples(call: ExampleCall): CodeSample[] {
  return [
    { lang: 'curl', source: curl(call) },
    { lang: 'TypeScript', source: typescript(call) },
    { lang: 'Python', source: python(call) },
    ...standardSamples(call),
  ]
}

function curl(call: ExampleCall): string {
  const { address, method, credentials, body, hasResponseBody, isFile } = call
  // The next output starts on a new line. A file stays unchanged.
  const end = hasResponseBody ? String.raw`\n` : String.raw`%{http_code}\n`
  const { target, headers } = getParts(call)
  const { options, query } = curlCredentials(credentials, tokenCode.curl)
  const isDefaultMethod = method === (body ? 'post' : 'get')
  const escaped = (address + target).replaceAll(/["\\$`]/g, '\\$&')
  return [
    `curl -sS ${isDefaultMethod ? '' : `-X ${method.toUpperCase()} `}"${withQuery(escaped, query)}"`,
    ...options,
    ...headers.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
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
  // The client has no input for cookie parameters.
  for (const { in: location, name, value } of parameters.filter((parameter) => parameter.in !== 'cookie'))
    input[location] = { ...Object(input[location]), [name]: value }
  if (body?.mustNameMediaType) input.mediaType = body.mediaType
  if (body) input.body = typescriptBody(body)
  const hasFile = body !== undefined && (bodyKind(body.mediaType) === 'bytes' || body.files !== undefined)
  const argument = inspect(input, { depth: null, breakLength: 80, maxStringLength: null, maxArrayLength: null })
  return `${hasFile ? "import { openAsBlob } from 'node:fs'\n" : ''}import { createClient } from ${quoted(client || './generated/client.ts')}

const client = createClient({
  baseUrl: ${quoted(baseUrl)},${credentials.length > 0 ? `\n  token: ${tokenCode.TypeScript},` : ''}
})

const result = await client${access(operationId)}(${argument === '{}' ? '' : argument})
if (!result.ok) throw new Error(result.problem?.detail)
console.log(${hasResponseBody ? 'JSON.stringify(result.body, null, 2)' : 'result.status'})`
}

function typescriptBody({ mediaType, value, files = [] }: SampleBody): unknown {
  const file = (name: unknown) => ({ [inspect.custom]: () => `await openAsBlob(${quoted(String(name))})` })
  if (bodyKind(mediaType) === 'bytes') return file(value)
  if (files.length === 0) return value
  return mapValues(toNode(value), (member, name) => {
    if (!files.includes(name)) return member
    return Array.isArray(member) ? member.map(file) : file(member)
  })
}

const pythonSyntax: Syntax = {
  quote: pythonLiteral,
  concat: ' + ',
  base64: (expression) => `b64encode((${expression}).encode()).decode()`,
  readFile: (name) => `open(${name}, "rb").read()`,
}

function python(call: ExampleCall): string {
  const { method, credentials, body, hasResponseBody } = call
  const kind = body && bodyKind(body.mediaType)
  const isMultipart = kind === 'multipart'
  const [text, status] = isMultipart ? ['text', 'status_code'] : ['read().decode()', 'status']
  const print = `print(response.${hasResponseBody ? text : status})`
  const { url, allHeaders } = toRequest(call, 'Python', pythonSyntax)
  return [
    ...(kind === 'json' ? ['import json'] : []),
    ...(credentials.length > 0 ? ['import os'] : []),
    ...(credentials.some((credential) => credential.in === 'basic') ? ['from base64 import b64encode'] : []),
    ...(kind === 'form' ? ['from urllib.parse import urlencode'] : []),
    // Without this package, Python has no multipart forms.
    isMultipart ? 'import requests' : 'from urllib.request import Request, urlopen',
    '',
    isMultipart ? `response = requests.request(\n    "${method.toUpperCase()}",` : 'request = Request(',
    `    ${url},`,
    ...(isMultipart ? [] : [`    method="${method.toUpperCase()}",`]),
    '    headers={',
    ...allHeaders.map(([name, value]) => `        ${pythonLiteral(name)}: ${value},`),
    '    },',
    ...(body ? pythonBody(body) : []),
    ')',
    ...(isMultipart ? ['response.raise_for_status()', print] : ['with urlopen(request) as response:', `    ${print}`]),
  ].join('\n')
}

function pythonBody(body: SampleBody): string[] {
  const { mediaType, value, files = [] } = body
  const kind = bodyKind(mediaType)
  const parts = formParts(body).map(([name, text]) => [name, pythonLiteral(name), pythonLiteral(text)] as const)
  if (kind === 'multipart') {
    const contents = parts.map(([name, key, text]) => {
      return `        (${key}, ${files.includes(name) ? `open(${text}, "rb")` : `(None, ${text})`}),`
    })
    return ['    files=[', ...contents, '    ],']
  }
  const pairs = parts.map(([, key, text]) => `(${key}, ${text})`).join(', ')
  const code = {
    json: `json.dumps(${pythonLiteral(value)}).encode()`,
    form: `urlencode([${pairs}]).encode()`,
    text: `${pythonLiteral(value)}.encode()`,
    bytes: pythonSyntax.readFile(pythonLiteral(value)),
  }
  return [`    data=${code[kind]},`]
}

// JSON is valid Python, except for three words.
function pythonLiteral(value: unknown): string {
  const words: Record<string, string> = { true: 'True', false: 'False', null: 'None' }
  return jsonLine(value).replace(/"(?:[^"\\]|\\.)*"|\b[a-z]+\b/g, (token) => words[token] ?? token)
}
