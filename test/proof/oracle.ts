// Judges an answer by openapi.yaml, on its own: the server's check of its answers is what is on trial here.
import { STATUS_CODES } from 'node:http'
import { type ContractAnswer, type ContractOperation, httpAnswers, prose } from './contract.ts'
import { invalid } from './schema.ts'

export interface Answer {
  status: number
  /** By lower-case name; repeated ones joined by a comma. */
  headers: Record<string, string>
  body: string
}

// What HTTP and CORS bring, and no operation declares.
const ofHttp = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding']
const ofCors = ['access-control-expose-headers', 'access-control-allow-methods', 'access-control-allow-headers']
// The description names once what browsers are told.
const ofBrowsers = /browser security headers:\n(.*?)\.\n/s.exec(prose)?.[1] ?? ''
const described = [...ofBrowsers.matchAll(/`([A-Za-z-]+)`/g)].map(([, name = '']) => name.toLowerCase())
const everywhere = new Set([...ofHttp, ...ofCors, 'access-control-max-age', ...described])

/** The checks on an answer by itself, by the names that Schemathesis has given them. */
export type AnswerCheck =
  | 'status_code_conformance'
  | 'content_type_conformance'
  | 'response_headers_conformance'
  | 'response_schema_conformance'

export interface Finding<Check = AnswerCheck> {
  check: Check
  says: string
}

/** What about an answer is not as documented, in words; as `judge`. */
export async function findings(...asked: Parameters<typeof judge>): Promise<string[]> {
  return (await judge(...asked)).map(({ says }) => says)
}

/**
 * What about an answer is not as documented.
 * @param method As it was sent.
 * @param operation `undefined` where the request names none.
 */
export async function judge(
  method: string,
  operation: ContractOperation | undefined,
  answer: Answer,
): Promise<Finding[]> {
  const { status } = answer
  const documented = [operation?.answers.get(status), httpAnswers.get(status)].filter((one) => one !== undefined)
  if (documented.length === 0) {
    return [{ check: 'status_code_conformance', says: `${status} ${STATUS_CODES[status] ?? ''} is not documented` }]
  }
  const verdicts = await Promise.all(documented.map((one) => compare(method, one, answer)))
  return verdicts.find((verdict) => verdict.length === 0) ?? verdicts[0] ?? []
}

async function compare(method: string, documented: ContractAnswer, answer: Answer): Promise<Finding[]> {
  return [...(await ofHeaders(documented, answer)), ...(await ofBody(method, documented, answer))]
}

async function ofHeaders(documented: ContractAnswer, { headers }: Answer): Promise<Finding[]> {
  const finding = (says: string): Finding => ({ check: 'response_headers_conformance', says })
  const undocumented = Object.keys(headers).filter((name) => !documented.headers.has(name) && !everywhere.has(name))
  const wrong = [...documented.headers].map(async ([name, { required, schema }]) => {
    const value = headers[name]
    if (value === undefined) return required ? [finding(`header ${name} is missing`)] : []
    // A field is text; where its schema wants a number, it is the number that it writes.
    const asText = await invalid(schema, value)
    const isFit = asText.length === 0 || (/^\d+$/.test(value) && (await invalid(schema, Number(value))).length === 0)
    return isFit ? [] : [finding(`header ${name} is not as documented: ${value}`)]
  })
  return [
    ...undocumented.map((name) => finding(`header ${name} is not documented`)),
    ...(await Promise.all(wrong)).flat(),
  ]
}

async function ofBody(method: string, documented: ContractAnswer, answer: Answer): Promise<Finding[]> {
  const { headers, body } = answer
  const type = (says: string): Finding[] => [{ check: 'content_type_conformance', says }]
  const schema = (says: string): Finding[] => [{ check: 'response_schema_conformance', says }]
  const mediaType = headers['content-type']
  if (documented.content.size === 0) {
    return [
      ...(mediaType === undefined ? [] : type(`a Content-Type, ${mediaType}, without a body`)),
      ...(body === '' ? [] : schema('a body where none is documented')),
    ]
  }
  const content = documented.content.get(mediaType ?? '')
  if (content === undefined) return type(`media type ${mediaType} is not documented`)
  if (method === 'HEAD') return body === '' ? [] : schema('a body in the answer to HEAD')
  const value = parsed(body)
  if (value === undefined) return schema('the body is not JSON')
  const wrong = await invalid(content.schema, value, { closed: true })
  const { instance } = Object(value)
  const isNamed = content.type === undefined || instance === `urn:uuid:${headers['request-id']}`
  return [
    ...wrong.flatMap((line) => schema(`body: ${line}`)),
    ...(isNamed ? [] : schema('instance is not the Request-Id')),
  ]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
