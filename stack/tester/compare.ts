// COMPARE=URL: sends each request to a second service, too, and compares the responses. Both services get the same
// requests in the same order, so they have the same items, with other identifiers, entity tags and times.
import { shorten } from './checks.ts'
import { type Creation, type Exchange, type HttpResponse, NoResponse } from './connection.ts'

/** Exchanges requests with the first service, and lists the differences of the second one in each response. */
export class Comparison {
  readonly #first: Exchange
  readonly #second: Exchange
  /** Identifiers, entity tags and times of the first service, and those of the second one in the same place. */
  readonly #pairs = new Map<string, string>()
  /** The same, by the values of the second service. */
  readonly #reversed = new Map<string, string>()

  constructor(first: Exchange, second: Exchange) {
    this.#first = first
    this.#second = second
  }

  async exchange(method: string, bytes: Buffer, creation?: Creation): Promise<HttpResponse> {
    const first = await this.#first.exchange(method, bytes, creation)
    try {
      return { ...first, differences: await this.#differences(first, method, bytes.toString('latin1'), creation) }
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      return { ...first, differences: [`COMPARE: ${error.message}`] }
    }
  }

  async #differences(first: HttpResponse, method: string, request: string, creation?: Creation): Promise<string[]> {
    const [head = '', ...body] = request.split('\r\n\r\n')
    const text = [this.#translated(head), ...body].join('\r\n\r\n')
    const translated = creation && { ...creation, path: this.#translated(creation.path) }
    const second = await this.#second.exchange(method, Buffer.from(text, 'latin1'), translated)
    // A cursor that is none of the identifiers may have other items after it.
    const cursor = cursorIn(request)
    const isOtherCursor = cursor !== undefined && cursorIn(text) === cursor
    const omitted = isOtherCursor ? ['body', 'header link'] : []
    const [lines, otherLines] = [toLines(first, omitted), toLines(second, omitted)]
    const different = differences(lines, otherLines)
    if (different.length > 0) return different
    return [...lines].flatMap(([name, value]) => this.#pair(name, value, otherLines.get(name) ?? ''))
  }

  #translated(head: string): string {
    const [first = '', second = ''] = [this.#first.values.host, this.#second.values.host]
    return head.replaceAll(first, second).replace(changingInHead, (value) => this.#pairs.get(value) ?? value)
  }

  /** Returns a difference if one service repeats a value and the other one does not. */
  #pair(name: string, first: string, second: string): string[] {
    const values = changingIn(name, second)
    const wrong = changingIn(name, first).filter((value, index) => {
      const counterpart = values[index] ?? ''
      const isSame =
        (this.#pairs.get(value) ?? counterpart) === counterpart && (this.#reversed.get(counterpart) ?? value) === value
      this.#pairs.set(value, counterpart)
      this.#reversed.set(counterpart, value)
      return !isSame && !isTime.test(value)
    })
    return wrong.length === 0 ? [] : [`${difference(name, first, second)}, which was another value before`]
  }
}

/** What differs between two services with the same items: identifiers (UUIDs and integers) and times. */
const changing =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT(?:[\d:.]|%3A)+Z|\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT|(?<="id":|[a-z]\/|after=)\d+(?![\d.])/g
const changingInHead = new RegExp(`${changing.source}|"[!#-~]{8,}"`, 'g')
const isTime = /^(?:\d{4}-|\w{3}, )/

function changingIn(name: string, value: string): string[] {
  return name === 'header etag' ? [value] : (value.match(changing) ?? [])
}

function withoutChanging(name: string, value: string | undefined): string | undefined {
  return name === 'header etag' ? value && '…' : value?.replace(changing, '…')
}

/** Headers of one connection, and headers that operators set up: CORS and limits. */
const otherHeaders =
  /^header (?:connection|keep-alive|date|content-length|transfer-encoding|access-control-.*|ratelimit.*)$/

const cursorIn = (request: string) => /^\S+ \S*[?&]after=([^&\s]*)/.exec(request)?.[1]

type Lines = Map<string, string>

function toLines({ status, headers, body }: HttpResponse, omitted: string[]): Lines {
  const prefixed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [`header ${name}`, value]))
  const lines = Object.entries({ status: String(status), ...prefixed, body })
  return new Map(lines.filter(([name]) => !otherHeaders.test(name) && !omitted.includes(name)))
}

function differences(first: Lines, second: Lines): string[] {
  return [...new Set([...first.keys(), ...second.keys()])]
    .filter((name) => withoutChanging(name, first.get(name)) !== withoutChanging(name, second.get(name)))
    .map((name) => difference(name, first.get(name), second.get(name)))
}

function difference(part: string, first = 'nothing', second = 'nothing'): string {
  return `${part}: URL has ${shorten(first)}, COMPARE has ${shorten(second)}`
}
