// COMPARE=URL: sends each request to a second service, too, and compares the responses. Both services get the same
// requests in the same order, so they have the same items, but with different identifiers, entity tags and times.
import { shorten } from './checks.ts'
import { type Creation, type Exchange, type HttpResponse, NoResponse } from './connection.ts'

/** Returns the responses of the first service, each with its differences from that of the second service. */
export class Comparison {
  readonly #first: Exchange
  readonly #second: Exchange
  /** Identifiers, entity tags and times of the second service, by those of the first one at the same position. */
  readonly #pairs = new Map<string, string>()
  /** The reverse: values of the first service, by those of the second one. */
  readonly #reversed = new Map<string, string>()

  constructor(first: Exchange, second: Exchange) {
    this.#first = first
    this.#second = second
  }

  async exchange(method: string, bytes: Buffer, creation?: Creation): Promise<HttpResponse> {
    const first = await this.#first.exchange(method, bytes, creation)
    try {
      return { ...first, differences: await this.#findDifferences(first, method, bytes.toString('latin1'), creation) }
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      return { ...first, differences: [`COMPARE: ${error.message}`] }
    }
  }

  async #findDifferences(first: HttpResponse, method: string, request: string, creation?: Creation): Promise<string[]> {
    const [head = '', ...body] = request.split('\r\n\r\n')
    const text = [this.#translate(head), ...body].join('\r\n\r\n')
    const translated = creation && { ...creation, path: this.#translate(creation.path) }
    const second = await this.#second.exchange(method, Buffer.from(text, 'latin1'), translated)
    // After a cursor that is not a known identifier, the services may list different items.
    const cursor = getCursor(request)
    const isUnknownCursor = cursor !== undefined && getCursor(text) === cursor
    const omitted = isUnknownCursor ? ['body', 'header link'] : []
    const [lines, otherLines] = [toLines(first, omitted), toLines(second, omitted)]
    const different = findDifferences(lines, otherLines)
    if (different.length > 0) return different
    return [...lines].flatMap(([name, value]) => this.#recordPairs(name, value, otherLines.get(name) ?? ''))
  }

  #translate(head: string): string {
    const [first = '', second = ''] = [this.#first.values.host, this.#second.values.host]
    return head.replaceAll(first, second).replace(generatedValueInHead, (value) => this.#pairs.get(value) ?? value)
  }

  /** Pairs the generated values of a response. Returns a difference if they contradict the pairs so far. */
  #recordPairs(name: string, first: string, second: string): string[] {
    const values = findGenerated(name, second)
    const wrong = findGenerated(name, first).filter((value, index) => {
      const counterpart = values[index] ?? ''
      const isConsistent =
        (this.#pairs.get(value) ?? counterpart) === counterpart && (this.#reversed.get(counterpart) ?? value) === value
      this.#pairs.set(value, counterpart)
      this.#reversed.set(counterpart, value)
      return !isConsistent && !timePattern.test(value)
    })
    return wrong.length === 0 ? [] : [`${formatDifference(name, first, second)}, which contradicts an earlier response`]
  }
}

/** Values that differ between two services with the same items: identifiers (UUIDs and integers) and times. */
const generatedValue =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT(?:[\d:.]|%3A)+Z|\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT|(?<="id":|[a-z]\/|after=)\d+(?![\d.])/g
const generatedValueInHead = new RegExp(`${generatedValue.source}|"[!#-~]{8,}"`, 'g')
const timePattern = /^(?:\d{4}-|\w{3}, )/

function findGenerated(name: string, value: string): string[] {
  return name === 'header etag' ? [value] : (value.match(generatedValue) ?? [])
}

function maskGenerated(name: string, value: string | undefined): string | undefined {
  return name === 'header etag' ? value && '…' : value?.replace(generatedValue, '…')
}

/** Headers that depend on the connection or on the configuration of the service: CORS and rate limits. */
const ignoredHeaders =
  /^header (?:connection|keep-alive|date|content-length|transfer-encoding|access-control-.*|ratelimit.*)$/

const getCursor = (request: string) => /^\S+ \S*[?&]after=([^&\s]*)/.exec(request)?.[1]

type Lines = Map<string, string>

function toLines({ status, headers, body }: HttpResponse, omitted: string[]): Lines {
  const prefixed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [`header ${name}`, value]))
  const lines = Object.entries({ status: String(status), ...prefixed, body })
  return new Map(lines.filter(([name]) => !ignoredHeaders.test(name) && !omitted.includes(name)))
}

function findDifferences(first: Lines, second: Lines): string[] {
  return [...new Set([...first.keys(), ...second.keys()])]
    .filter((name) => maskGenerated(name, first.get(name)) !== maskGenerated(name, second.get(name)))
    .map((name) => formatDifference(name, first.get(name), second.get(name)))
}

function formatDifference(part: string, first = 'nothing', second = 'nothing'): string {
  return `${part}: URL has ${shorten(first)}, COMPARE has ${shorten(second)}`
}
