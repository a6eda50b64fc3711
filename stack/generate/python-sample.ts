// The code sample of an operation in Python.

import { bodyKind } from '../core/contract/media-types.ts'
import type { ExampleCall } from './code-samples.ts'
import { formParts, type SampleBody } from './sample-body.ts'
import { getHeaders, getTarget, jsonLine, withQuery } from './sample-request.ts'

export function python(call: ExampleCall): string {
  const { method, credentials, body, hasResponseBody } = call
  const needsToken = credentials.length > 0
  const kind = body && bodyKind(body.mediaType)
  if (body && kind === 'multipart') return pythonMultipart(call, body)
  return [
    ...(kind === 'json' ? ['import json'] : []),
    ...(needsToken ? ['import os'] : []),
    ...(credentials.some((one) => one.in === 'basic') ? ['from base64 import b64encode'] : []),
    ...(kind === 'form' ? ['from urllib.parse import urlencode'] : []),
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${pythonTarget(call)},`,
    `    method="${method.toUpperCase()}",`,
    ...pythonHeaders(call),
    ...(body ? [`    data=${pythonBody(body)},`] : []),
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

function pythonHeaders(call: ExampleCall): string[] {
  const { headers } = pythonCredentials(call.credentials)
  const others = getHeaders(call).map(([name, value]) => `${pythonLiteral(name)}: ${pythonLiteral(value)}`)
  return ['    headers={', ...[...headers, ...others].map((line) => `        ${line},`), '    },']
}

function pythonTarget(call: ExampleCall): string {
  const { query } = pythonCredentials(call.credentials)
  const target = withQuery(call.address + getTarget(call), query.slice(0, 1))
  return `${pythonLiteral(target)}${query.length > 0 ? ' + os.environ["TOKEN"]' : ''}`
}

function pythonBody(body: SampleBody): string {
  const { mediaType, value } = body
  const kind = bodyKind(mediaType)
  if (kind === 'json') return `json.dumps(${pythonLiteral(value)}).encode()`
  const pairs = formParts(body).map(([name, text]) => `(${pythonLiteral(name)}, ${pythonLiteral(text)})`)
  if (kind === 'form') return `urlencode([${pairs.join(', ')}]).encode()`
  return kind === 'text' ? `${pythonLiteral(value)}.encode()` : `open(${pythonLiteral(value)}, "rb").read()`
}

// Python has no multipart forms without this package.
function pythonMultipart(call: ExampleCall, body: SampleBody): string {
  const { method, credentials, hasResponseBody } = call
  const { files = [] } = body
  const parts = formParts(body).map(([name, text]) => {
    const content = files.includes(name) ? `open(${pythonLiteral(text)}, "rb")` : `(None, ${pythonLiteral(text)})`
    return `        (${pythonLiteral(name)}, ${content}),`
  })
  return [
    ...(credentials.length > 0 ? ['import os'] : []),
    ...(credentials.some((one) => one.in === 'basic') ? ['from base64 import b64encode'] : []),
    'import requests',
    '',
    'response = requests.request(',
    `    "${method.toUpperCase()}",`,
    `    ${pythonTarget(call)},`,
    ...pythonHeaders(call),
    '    files=[',
    ...parts,
    '    ],',
    ')',
    'response.raise_for_status()',
    `print(${hasResponseBody ? 'response.text' : 'response.status_code'})`,
  ].join('\n')
}

// JSON is valid Python, except for three words.
function pythonLiteral(value: unknown): string {
  const words: Record<string, string> = { true: 'True', false: 'False', null: 'None' }
  return jsonLine(value).replace(/"(?:[^"\\]|\\.)*"|\b[a-z]+\b/g, (token) => words[token] ?? token)
}
