// Answers as the contract's examples have them, and `Prefer: code=404, example=noPlant` (RFC 7240) for others: as the
// mock does it.

import { answers } from '../../generated/exchanges.ts'
import type { Admitted } from './admit.ts'
import { successOf } from './contract.ts'
import { invalid, type Refusal } from './refusal.ts'
import type { Made } from './respond.ts'

/** @throws {Refusal} 400 for an answer that the operation does not document. */
export function exampleAnswer({ id, request, query }: Admitted): Made {
  const wanted = preferences(request.headers.get('Prefer') ?? '')
  const code = wanted.get('code')
  if (code !== undefined && !Object.hasOwn(answers[id], code)) {
    throw undocumented(`code must be one of ${Object.keys(answers[id])}`)
  }
  const status = Number(code ?? successOf(id).status)
  const examples = answers[id][status]?.examples ?? {}
  const names = Object.keys(examples)
  const example = wanted.get('example') ?? names[0]
  if (example === undefined) return { status }
  if (!names.includes(example)) {
    throw undocumented(names.length === 0 ? 'there is no example' : `example must be one of ${names}`)
  }
  const body = examples[example]
  return Array.isArray(body) ? page(body, status, query) : { status, example }
}

// Two pages, so that whoever follows links sees both a next page and an end.
function page(body: unknown[], status: number, { limit, cursor, tag }: Record<string, unknown>): Made {
  const part = body.slice(0, Number(limit))
  if (cursor !== undefined) return { status, body: part }
  const next = new URLSearchParams({ limit: String(limit), cursor: 'A'.repeat(32) })
  if (tag !== undefined) next.set('tag', String(tag))
  return { status, body: part, headers: { Link: `<?${next}>; rel="next"` } }
}

function preferences(header: string): Map<string, string> {
  const pairs = header.matchAll(/(?:^|[,;])\s*([\w-]+)\s*=\s*"?([^",;]*?)"?\s*(?=[,;]|$)/g)
  return new Map([...pairs].map(([, name = '', value = '']) => [name, value]))
}

function undocumented(detail: string): Refusal {
  return invalid({ header: 'Prefer', detail })
}
