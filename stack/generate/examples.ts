// The documented examples of a response, for mocks.

import { type BodyKind, bodyKind } from '../core/contract/media-types.ts'
import { type Body, getBodies, problemMediaType } from './bodies.ts'
import { toError } from './checks/values.ts'
import { isNode } from './complete/node.ts'
import type { Contract, ResponseEntry } from './contract.ts'
import { toSample } from './sample.ts'

export function getExamples(contract: Contract, entry: ResponseEntry) {
  const { response, headers } = entry
  const open = headers.filter(({ name, required, schema }) => {
    return required && name !== 'Request-Id' && contract.wholeSchema(schema).const === undefined
  })
  // A mock returns the first body, or a problem.
  const all = getBodies(contract, entry)
  const [body] = all
  const { example } = response.content?.[body?.mediaType ?? ''] ?? {}
  const used = all.filter((one) => one === body || one.mediaType === problemMediaType)
  const bodies = used.flatMap((one) =>
    Object.entries(response.content?.[one.mediaType]?.examples ?? {})
      .map(([name, reference]) => [name, contract.resolve(reference).value] as const)
      .filter(([, value]) => isPossible(contract, one, value)),
  )
  const given = isPossible(contract, body, example) ? example : undefined
  const sample = bodies.length === 0 && body ? (given ?? sampleBody(contract, body)) : undefined
  return {
    headers: Object.fromEntries(open.map((one) => [one.name, headerText(contract, one)])),
    bodies: Object.fromEntries(bodies),
    ...(sample !== undefined && { sample }),
  }
}

/** A mock would return 500 for an example that its schema refuses. */
function isPossible(contract: Contract, body: Body | undefined, value: unknown): boolean {
  if (body === undefined) return false
  if (bodyKind(body.mediaType) !== 'json' && typeof value !== 'string') return false
  return body.validator === undefined || toError(contract, body.schema, value) === undefined
}

/** A valid value of a body. */
function sampleBody(contract: Contract, { mediaType, schema, validator }: Body): unknown {
  if (validator === undefined) return texts[bodyKind(mediaType)]
  const sample = toSample(contract, schema)
  return sample === undefined && toError(contract, schema, {}) === undefined ? {} : sample
}

/** Nothing checks these. */
const texts: Record<BodyKind, unknown> = { json: {}, text: 'text', form: '', multipart: '', bytes: 'bytes' }

function headerText(contract: Contract, { example, schema }: ResponseEntry['headers'][number]): string {
  const value = example ?? toSample(contract, schema) ?? ''
  return isNode(value) ? Object.entries(value).join() : String(value)
}
