// Examples: those of the contract, or else samples.

import type { BodyKind } from '../../core/contract/contract.ts'
import { bodyKind } from '../../core/contract/media-types.ts'
import { findError } from './ajv.ts'
import { type Body, getBodies, problemMediaType } from './bodies.ts'
import type { ContractModel, ResponseEntry } from './contract.ts'
import { isNode, toList, toNode } from './node.ts'
import type { MediaType } from './openapi.ts'
import { toSample } from './sample.ts'

/** Returns the first example of a parameter or a body, beside its schema or in it. */
export function findExample(contract: ContractModel, media: Omit<MediaType, 'encoding'>): unknown {
  return findExamples(contract, media)[0]
}

/** Returns all examples except null, including the const, default and enum of the schema. */
export function findExamples(
  contract: ContractModel,
  { schema, examples = {}, example }: Omit<MediaType, 'encoding'>,
): unknown[] {
  const namedExamples = Object.values(examples).map((example) => contract.resolve(example).value)
  const node = toNode(contract.dereference(schema))
  const inSchema = [node.const, node.example, ...toList(node.examples), node.default, ...toList(node.enum)]
  return [...namedExamples, example, ...inSchema].filter((value) => value !== undefined && value !== null)
}

/** Returns the documented examples of a response for mocks, or else a sample. */
export function getExamples(contract: ContractModel, entry: ResponseEntry) {
  const { response, headers } = entry
  const variableHeaders = headers.filter(({ name, required, schema }) => {
    return required && name !== 'Request-Id' && contract.dereference(schema).const === undefined
  })
  // A mock returns the first body, or a problem.
  const candidates = getBodies(contract, entry)
  const [body] = candidates
  const { example } = response.content?.[body?.mediaType ?? ''] ?? {}
  const relevant = candidates.filter((candidate) => candidate === body || candidate.mediaType === problemMediaType)
  const bodies = relevant.flatMap((candidate) =>
    Object.entries(response.content?.[candidate.mediaType]?.examples ?? {})
      .map(([name, reference]) => [name, contract.resolve(reference).value] as const)
      .filter(([, value]) => canReturn(contract, candidate, value)),
  )
  const headerValues = variableHeaders.map(({ name, example, schema }) => {
    const value = example ?? toSample(contract, schema) ?? ''
    return [name, isNode(value) ? Object.entries(value).join() : String(value)]
  })
  const validExample = canReturn(contract, body, example) ? example : undefined
  const sample = bodies.length === 0 && body ? (validExample ?? sampleBody(contract, body)) : undefined
  return {
    headers: Object.fromEntries(headerValues),
    bodies: Object.fromEntries(bodies),
    ...(sample !== undefined && { sample }),
  }
}

/** Whether a mock can return an example. It would return 500 for one that the schema refuses. */
function canReturn(contract: ContractModel, body: Body | undefined, value: unknown): boolean {
  if (body === undefined) return false
  if (bodyKind(body.mediaType) !== 'json' && typeof value !== 'string') return false
  return body.validator === undefined || findError(contract, body.schema, value) === undefined
}

function sampleBody(contract: ContractModel, { mediaType, schema, validator }: Body): unknown {
  if (validator === undefined) return uncheckedSamples[bodyKind(mediaType)]
  const sample = toSample(contract, schema)
  return sample === undefined && findError(contract, schema, {}) === undefined ? {} : sample
}

/** Samples by kind, for bodies without a validator. */
const uncheckedSamples: Record<BodyKind, unknown> = { json: {}, text: 'text', form: '', multipart: '', bytes: 'bytes' }
