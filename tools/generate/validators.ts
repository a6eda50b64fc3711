// Validators of requests, compiled from the contract here and not where they run: a page whose policy forbids eval can
// use them, and nobody has to install a validator.

import { Ajv2020 } from 'ajv/dist/2020.js'
import ucs2length from 'ajv/dist/runtime/ucs2length.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { type Document, operationsOf, type Placed, readDocument, wholeSchema } from './document.ts'

const banner = '// Made by `make generate` from openapi.yaml. Do not edit.\n'

/** One for the parameters of each operation, and one for its body where it has one, with no import. */
export async function validators(contract: string): Promise<string> {
  const document = await readDocument(contract)
  const ajv = new Ajv2020({
    code: { source: true, esm: true, lines: true },
    allErrors: true,
    useDefaults: true,
    strict: false,
    // Where a form matters the contract has a pattern, which is stricter.
    validateFormats: false,
  })
  const operations = operationsOf(document)
  for (const one of operations) {
    ajv.addSchema(parameters(document, one), `${one.id}Parameters`)
    const schema = bodySchema(one)
    if (schema !== undefined) ajv.addSchema(wholeSchema(document, schema), `${one.id}Body`)
  }
  const names = Object.keys(ajv.schemas).filter((name) => /(?:Parameters|Body)$/.test(name))
  const code = standaloneCode.default(ajv, Object.fromEntries(names.map((name) => [name, name])))
  const members = operations.map((one) => {
    const body = bodySchema(one) === undefined ? '' : `, body: ${one.id}Body`
    return `  ${one.id}: { parameters: ${one.id}Parameters${body} },\n`
  })
  return `${banner}${withoutImports(code)}\nexport const validators = {\n${members.join('')}}\n`
}

function parameters(document: Document, { parameters: all }: Placed): object {
  const group = (place: string) => {
    const own = all.filter((one) => one.in === place)
    return {
      type: 'object',
      properties: Object.fromEntries(own.map(({ name, schema }) => [name, wholeSchema(document, schema)])),
      required: own.filter(({ required }) => required).map(({ name }) => name),
    }
  }
  const properties = { query: group('query'), header: group('header'), path: group('path') }
  return { type: 'object', properties }
}

// Whatever its media type, it is the same to us: the lint of the contract wants one schema for all.
function bodySchema({ operation }: Placed): object | undefined {
  return Object.values(operation.requestBody?.content ?? {})[0]?.schema
}

// The one function of ajv's that our schemas need at run time is put where it would be imported.
function withoutImports(code: string): string {
  const text = code.replaceAll('require("ajv/dist/runtime/ucs2length").default', `${ucs2length.default}`)
  const left = /\b(?:require\(|import\b).*/.exec(text)
  if (left)
    throw new Error(`A validator would import something: ${left[0].slice(0, 80)}; see tools/generate/validators.ts`)
  return text.trimEnd()
}

/** Their types. */
export async function validatorTypes(contract: string): Promise<string> {
  const members = operationsOf(await readDocument(contract)).map(
    (one) => `  ${one.id}: { parameters: Validator${bodySchema(one) === undefined ? '' : '; body: Validator'} }\n`,
  )
  return `${banner}
/** One thing that is wrong, as ajv tells it. */
export interface Finding {
  /** A JSON Pointer into what was judged. */
  instancePath: string
  keyword: string
  params: Record<string, unknown>
  message?: string
}

/** Judges a value, and fills in its defaults. */
export interface Validator {
  (value: unknown): boolean
  /** Of the last value. */
  errors?: Finding[] | null
}

/** \`parameters\` takes \`{ query, header, path }\`. */
export declare const validators: {
${members.join('')}}
`
}
