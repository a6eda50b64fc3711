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
const ofBrowsers = /headers that keep browsers from[^:]*:\n(.*?)\.\n/s.exec(prose)?.[1] ?? ''
const described = [...ofBrowsers.matchAll(/`([A-Za-z-]+)`/g)].map(([, name = '']) => name.toLowerCase())
const everywhere = new Set([...ofHttp, ...ofCors, 'access-control-max-age', ...described])

/**
 * What about an answer is not as documented, a line each.
 * @param method As it was sent.
 * @param operation `undefined` where the request names none.
 */
export async function findings(
  method: string,
  operation: ContractOperation | undefined,
  answer: Answer,
): Promise<string[]> {
  const { status } = answer
  const documented = [operation?.answers.get(status), httpAnswers.get(status)].filter((one) => one !== undefined)
  if (documented.length === 0) return [`${status} ${STATUS_CODES[status] ?? ''} is not documented`]
  const verdicts = await Promise.all(documented.map((one) => judge(method, one, answer)))
  return verdicts.find((verdict) => verdict.length === 0) ?? verdicts[0] ?? []
}

async function judge(method: string, documented: ContractAnswer, answer: Answer): Promise<string[]> {
  return [...(await headerFindings(documented, answer)), ...(await bodyFindings(method, documented, answer))]
}

async function headerFindings(documented: ContractAnswer, { headers }: Answer): Promise<string[]> {
  const undocumented = Object.keys(headers).filter((name) => !documented.headers.has(name) && !everywhere.has(name))
  const wrong = [...documented.headers].map(async ([name, { required, schema }]) => {
    const value = headers[name]
    if (value === undefined) return required ? [`header ${name} is missing`] : []
    // A field is text; where its schema wants a number, it is the number that it writes.
    const asText = await invalid(schema, value)
    const isFit = asText.length === 0 || (/^\d+$/.test(value) && (await invalid(schema, Number(value))).length === 0)
    return isFit ? [] : [`header ${name} is not as documented: ${value}`]
  })
  return [...undocumented.map((name) => `header ${name} is not documented`), ...(await Promise.all(wrong)).flat()]
}

async function bodyFindings(method: string, documented: ContractAnswer, answer: Answer): Promise<string[]> {
  const { headers, body } = answer
  const mediaType = headers['content-type']
  if (documented.content.size === 0) {
    return [
      ...(mediaType === undefined ? [] : [`a Content-Type, ${mediaType}, without a body`]),
      ...(body === '' ? [] : ['a body where none is documented']),
    ]
  }
  const content = documented.content.get(mediaType ?? '')
  if (content === undefined) return [`media type ${mediaType} is not documented`]
  if (method === 'HEAD') return body === '' ? [] : ['a body in the answer to HEAD']
  if (Number(headers['content-length']) !== Buffer.byteLength(body)) return ['Content-Length is not that of the body']
  const value = parsed(body)
  if (value === undefined) return ['the body is not JSON']
  const wrong = await invalid(content.schema, value, { closed: true })
  const { instance } = Object(value)
  const isNamed = content.type === undefined || instance === `urn:uuid:${headers['request-id']}`
  return [...wrong.map((line) => `body: ${line}`), ...(isNamed ? [] : ['instance is not the Request-Id'])]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
