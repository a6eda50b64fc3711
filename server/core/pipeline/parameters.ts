// Reads the parameters of a request: percent-encoded UTF-8, integers in plain decimal digits, and no parameter that the
// operation does not declare. Schemas are left to the validator.
import { truncate } from '../contract/json-pointer.ts'
import type { OperationPlan } from '../contract/plan.ts'
import type { RequestParts } from '../contract/validator.ts'
import { invalidRequest } from '../problem.ts'
import { type HttpRequest, header } from './http.ts'
import type { Target } from './target.ts'

/** @throws {Problem} 400 that names the parameter. */
export function readParameters(
  request: HttpRequest,
  { path, query }: Target,
  operation: OperationPlan,
): Omit<RequestParts, 'body'> {
  return {
    path: readPath(path, operation),
    query: query === '' ? {} : readQuery(query, operation),
    headers: readHeaders(request, operation),
  }
}

function readPath(path: string, { segments }: OperationPlan): Record<string, string> {
  const parts = path.split('/')
  return Object.fromEntries(
    segments.flatMap(({ parameter }, index) =>
      parameter === undefined ? [] : [[parameter, decode(parts[index] ?? '', parameter)]],
    ),
  )
}

function readHeaders(request: HttpRequest, { headers }: OperationPlan): Record<string, string> {
  const sent = headers.map((name) => [name, header(request, name.toLowerCase())] as const)
  return Object.fromEntries(sent.filter((pair): pair is [string, string] => pair[1] !== undefined))
}

interface Pair {
  name: string
  value: string
  /** Not decoded. */
  raw: string
}

function readQuery(query: string, { query: declared }: OperationPlan): Record<string, unknown> {
  const pairs = query
    .split('&')
    .filter((text) => text !== '')
    .map(readPair)
  for (const pair of pairs) checkGrammar(pair, declared)
  checkReserved(pairs, declared)
  const values = new Map<string, unknown>()
  for (const { name, value } of pairs) {
    const parameter = declared.get(name)
    const detail =
      (parameter === undefined && `Unknown query parameter '${name}'`) ||
      (value === '' && !parameter?.allowEmptyValue && `Empty value found for query parameter '${name}'`)
    if (detail) throw invalidRequest({ parameter: truncate(name), detail: printable(detail) })
    const typed = parameter?.type === 'integer' ? Number(value) : value
    // A parameter that is sent twice is a list, which no schema allows.
    values.set(name, values.has(name) ? [values.get(name), typed].flat() : typed)
  }
  return Object.fromEntries(values)
}

function readPair(text: string): Pair {
  const [rawName = '', ...rest] = text.replaceAll('+', ' ').split('=')
  const name = decode(rawName, rawName)
  return { name, value: decode(rest.join('='), name), raw: text.split('=')[1] ?? '' }
}

function checkGrammar({ name, value }: Pair, declared: OperationPlan['query']): void {
  // express-openapi-validator reads `limit[]` as `limit`.
  if (/[[\]]/.test(name))
    throw invalidRequest({ parameter: truncate(name), detail: 'is not a parameter of this operation' })
  // 15 digits: a number keeps them exactly. Validators also take 1e1, 0x10, 05 and +5 for integers.
  if (declared.get(name)?.type === 'integer' && !/^(?:0|[1-9]\d{0,14})$/.test(value)) {
    throw invalidRequest({ parameter: name, detail: 'must be a whole number in plain decimal digits' })
  }
}

// RFC 3986, 2.2. The contract may allow these characters with `allowReserved`.
function checkReserved(pairs: Pair[], declared: OperationPlan['query']): void {
  for (const { name: parameter, raw } of pairs) {
    if (declared.get(parameter)?.allowReserved !== true && /[:/?#[\]@!$&'()*+;=]/.test(raw)) {
      if (!declared.has(parameter)) continue
      const detail = `Parameter '${parameter}' must be url encoded. Its value may not contain reserved characters.`
      throw invalidRequest({ parameter, detail })
    }
  }
}

function decode(text: string, parameter: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidRequest({ parameter: truncate(parameter), detail: 'must be percent-encoded UTF-8' })
  }
}

// A caller can choose a name that holds anything.
function printable(detail: string): string {
  return /^[^\p{Cc}\p{Cs}]{1,500}$/u.test(detail) ? detail : 'is not valid'
}
