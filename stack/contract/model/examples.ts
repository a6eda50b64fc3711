// Examples: those of the contract, or else samples.

import type { BodyKind } from '../../core/contract/contract.ts'
import { bodyKind } from '../../core/contract/media-types.ts'
import { toError } from './ajv.ts'
import { type Body, getBodies, problemMediaType } from './bodies.ts'
import type { ContractModel, ResponseEntry } from './contract.ts'
import { isNode, toList, toNode } from './node.ts'
import type { MediaType } from './openapi.ts'
import { toSample } from './sample.ts'

/** The example that a contract gives for a parameter or a body, beside its schema or in it. */
export function givenExample(contract: ContractModel, media: Omit<MediaType, 'encoding'>): unknown {
  return givenExamples(contract, media)[0]
}

/** All of them, also the values that the schema lists. */
export function givenExamples(
  contract: ContractModel,
  { schema, examples = {}, example }: Omit<MediaType, 'encoding'>,
): unknown[] {
  const namedExamples = Object.values(examples).map((example) => contract.resolve(example).value)
  const whole = toNode(contract.dereference(schema))
  const inSchema = [whole.const, whole.example, ...toList(whole.examples), whole.default, ...toList(whole.enum)]
  return [...namedExamples, example, ...inSchema].filter((value) => value !== undefined && value !== null)
}

/** The documented examples of a response, for mocks. */
export function getExamples(contract: ContractModel, entry: ResponseEntry) {
  const { response, headers } = entry
  const open = headers.filter(({ name, required, schema }) => {
    return required && name !== 'Request-Id' && contract.dereference(schema).const === undefined
  })
  // A mock returns the first body, or a problem.
  const all = getBodies(contract, entry)
  const [body] = all
  const { example } = response.content?.[body?.mediaType ?? ''] ?? {}
  const relevant = all.filter((candidate) => candidate === body || candidate.mediaType === problemMediaType)
  const bodies = relevant.flatMap((candidate) =>
    Object.entries(response.content?.[candidate.mediaType]?.examples ?? {})
      .map(([name, reference]) => [name, contract.resolve(reference).value] as const)
      .filter(([, value]) => canReturn(contract, candidate, value)),
  )
  const texts = open.map(({ name, example, schema }) => {
    const value = example ?? toSample(contract, schema) ?? ''
    return [name, isNode(value) ? Object.entries(value).join() : String(value)]
  })
  const validExample = canReturn(contract, body, example) ? example : undefined
  const sample = bodies.length === 0 && body ? (validExample ?? sampleBody(contract, body)) : undefined
  return {
    headers: Object.fromEntries(texts),
    bodies: Object.fromEntries(bodies),
    ...(sample !== undefined && { sample }),
  }
}

/** A mock would return 500 for an example that its schema refuses. */
function canReturn(contract: ContractModel, body: Body | undefined, value: unknown): boolean {
  if (body === undefined) return false
  if (bodyKind(body.mediaType) !== 'json' && typeof value !== 'string') return false
  return body.validator === undefined || toError(contract, body.schema, value) === undefined
}

function sampleBody(contract: ContractModel, { mediaType, schema, validator }: Body): unknown {
  if (validator === undefined) return unchecked[bodyKind(mediaType)]
  const sample = toSample(contract, schema)
  return sample === undefined && toError(contract, schema, {}) === undefined ? {} : sample
}

/** Nothing checks these. */
const unchecked: Record<BodyKind, unknown> = { json: {}, text: 'text', form: '', multipart: '', bytes: 'bytes' }
