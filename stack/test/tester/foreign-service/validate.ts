// Validates a request against the schemas of the contract.
import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { visit } from 'jsonc-parser'
import { contract } from './contract.ts'
import { type FieldError, invalid } from './problem.ts'

const maxDepth = 50

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema({ ...contract, $id: 'api' })

export const validators = {
  draft: validatorOf('schemas/LampDraft'),
  patch: validatorOf('schemas/LampPatch'),
  id: validatorOf('schemas/LampId'),
  tag: validatorOf('schemas/LampTag'),
  limit: validatorOf('parameters/Limit/schema'),
  tags: validatorOf('schemas/EntityTags'),
  key: validatorOf('parameters/IdempotencyKey/schema'),
}

function validatorOf(place: string): ValidateFunction {
  return ajv.compile({ $ref: `api#/components/${place}` })
}

/** @throws {Problem} if the bytes are not one JSON object that is valid. */
export function readBody(bytes: Buffer, validate: ValidateFunction): Record<string, unknown> {
  const value = parse(bytes)
  if (!validate(value)) throw invalid(...(validate.errors ?? []).map(toFieldError))
  const body: Record<string, unknown> = Object(value)
  for (const [name, text] of Object.entries(body)) {
    if (!String(text).isWellFormed()) throw invalid({ pointer: `/${name}`, detail: 'must have no lone surrogates' })
  }
  return body
}

function parse(bytes: Buffer): unknown {
  let text: string
  let value: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    value = JSON.parse(text)
  } catch {
    throw invalid({ pointer: '', detail: 'must be JSON in UTF-8' })
  }
  const names: Set<string>[] = []
  let depth = 0
  const enter = () => {
    if (++depth > maxDepth) throw invalid({ pointer: '', detail: 'is nested too deep' })
  }
  const leave = () => void depth--
  visit(text, {
    onObjectBegin: () => {
      enter()
      names.push(new Set())
    },
    onObjectEnd: () => {
      leave()
      names.pop()
    },
    onArrayBegin: enter,
    onArrayEnd: leave,
    onObjectProperty: (name) => {
      if (names.at(-1)?.has(name)) throw invalid({ pointer: '', detail: 'must not repeat a name' })
      names.at(-1)?.add(name)
    },
  })
  return value
}

function toFieldError({ instancePath, params, message = '' }: ErrorObject): FieldError {
  const name: string | undefined = params.missingProperty ?? params.additionalProperty
  const last = name === undefined ? '' : `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  return { pointer: instancePath + last, detail: message }
}
