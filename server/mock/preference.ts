// `Prefer: code=404, example=noPlant` (RFC 7240): which of the documented answers a caller of the mock wants.
import type { Operation } from '../contract/operations.ts'
import { invalidRequest, type Problem } from '../problem.ts'

export interface Preference {
  code?: number
  exampleKey?: string
}

/** @throws {Problem} 400 for an answer that the operation does not document. */
export function preferredAnswer(header: string | string[] | undefined, { responses }: Operation): Preference {
  const wanted = parse(String(header ?? ''))
  const code = wanted.get('code')
  const example = wanted.get('example')
  if (code !== undefined && !Object.hasOwn(responses, code))
    throw undocumented(`code must be one of ${Object.keys(responses)}`)
  const examples = examplesOf(responses[code ?? successOf(responses)])
  if (example !== undefined && !examples.includes(example)) {
    throw undocumented(examples.length === 0 ? 'there is no example' : `example must be one of ${examples}`)
  }
  return { ...(code && { code: Number(code) }), ...(example && { exampleKey: example }) }
}

function parse(header: string): Map<string, string> {
  const pairs = header.matchAll(/(?:^|[,;])\s*(?<name>[\w-]+)\s*=\s*"?(?<value>[^",;]*?)"?\s*(?=[,;]|$)/g)
  return new Map([...pairs].map(({ groups }) => [groups?.name ?? '', groups?.value ?? '']))
}

function successOf(responses: Operation['responses']): string {
  return Object.keys(responses).find((status) => status.startsWith('2')) ?? ''
}

function examplesOf(response: Operation['responses'][string] | undefined): string[] {
  return Object.values(response?.content ?? {}).flatMap(({ examples }) => Object.keys(examples ?? {}))
}

function undocumented(detail: string): Problem {
  return invalidRequest({ header: 'Prefer', detail })
}
