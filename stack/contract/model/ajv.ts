// Changes to the default behaviour of Ajv, to be made before an instance compiles a schema, and a check of one value.

import {
  _,
  type Ajv,
  type AnySchema,
  type Code,
  type ErrorObject,
  type KeywordCxt,
  str,
  type ValidateFunction,
} from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { usePattern } from 'ajv/dist/vocabularies/code.js'
import pattern from 'ajv/dist/vocabularies/validation/pattern.js'
import { formats } from '../../core/contract/formats.ts'
import { memoize, replaceDeep, toNode, valueAt } from './node.ts'

/** Tests `pattern` only on strings of a valid length: it can be slow. Its message is the x-pattern-message. */
export function replacePattern(ajv: Ajv): void {
  const { error, ...definition } = pattern.default
  const message = error?.message ?? ''
  ajv.removeKeyword('pattern')
  ajv.addKeyword({
    ...definition,
    before: 'format',
    error: {
      ...error,
      message: (cxt) =>
        cxt.parentSchema?.['x-pattern-message'] ?? (typeof message === 'function' ? message(cxt) : message),
    },
    code: matchIfFits,
  })
}

/** Even with the option `allErrors`, a string of an invalid length has no error of its pattern. */
function matchIfFits(cxt: KeywordCxt): void {
  const { minLength, maxLength } = toNode(cxt.parentSchema)
  const shortCondition = typeof minLength === 'number' ? isTooShort(cxt, minLength) : _`false`
  const longCondition = typeof maxLength === 'number' ? isTooLong(cxt, maxLength) : _`false`
  cxt.pass(_`${shortCondition} || ${longCondition} || ${usePattern(cxt, cxt.schema)}.test(${cxt.data})`)
}

// Few strings are counted: a string has at most twice as many UTF-16 code units as code points.

function isTooLong(cxt: KeywordCxt, limit: number): Code {
  const length = _`${cxt.data}.length`
  return _`(${length} > ${2 * limit} || (${length} > ${limit} && ${codePoints(cxt)} > ${limit}))`
}

function isTooShort(cxt: KeywordCxt, limit: number): Code {
  return _`(${cxt.data}.length < ${2 * limit} && ${codePoints(cxt)} < ${limit})`
}

/** Returns code that counts code points. Ajv would import a function, which is slower. */
function codePoints({ gen, data }: KeywordCxt): Code {
  return _`${gen.scopeValue('func', countCodePoints)}(${data})`
}

const countCodePoints = {
  ref: (text: string) => text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '_').length,
  code: _`(text) => text.replace(/[\\ud800-\\udbff][\\udc00-\\udfff]/g, "_").length`,
}

/** Replaces keywords whose code in Ajv is wrong, or takes too long. */
export function replaceKeywords(ajv: Ajv): void {
  const length = Object(ajv.getKeyword('maxLength'))
  for (const keyword of ['multipleOf', 'uniqueItems', 'maxLength', 'minLength']) ajv.removeKeyword(keyword)
  ajv.addKeyword({
    ...length,
    keyword: ['maxLength', 'minLength'],
    before: 'pattern',
    code: (cxt: KeywordCxt) =>
      cxt.fail(cxt.keyword === 'maxLength' ? isTooLong(cxt, cxt.schema) : isTooShort(cxt, cxt.schema)),
  })
  // Ajv divides doubles, so it refuses 19.99 as a multiple of 0.01. Its multipleOfPrecision accepts 19.990000001.
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    error: {
      message: ({ schemaCode }) => str`must be multiple of ${schemaCode}`,
      params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`,
    },
    code: checkMultiple,
  })
  // Ajv compares each pair of items, which takes quadratic time, and overlooks a repeated `__proto__`.
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must NOT have duplicate items' },
    code: findRepeatedItem,
  })
}

function checkMultiple(cxt: KeywordCxt): void {
  const { data } = cxt
  const step: number = cxt.schema
  const scale = 10 ** countDecimals(step)
  // 19.99 is 1999 hundredths: 1999 / 100 is the double that is nearest to 19.99.
  const units = _`Math.round(${data} * ${scale})`
  const multipleCondition = _`${units} / ${scale} === ${data} && ${units} % ${Math.round(step * scale)} === 0`
  // Doubles this large are further apart than the last decimal.
  const coarseCondition = _`Math.abs(${data} * ${scale}) > ${Number.MAX_SAFE_INTEGER}`
  cxt.fail(scale === 1 ? _`${data} % ${step} !== 0` : _`!(${coarseCondition} || ${multipleCondition})`)
}

/** Returns the number of decimals: 2 for 0.05, 7 for 1e-7. */
function countDecimals(value: number): number {
  const [, decimals = '', exponent = '0'] = /^\d+(?:\.(\d+))?(?:e([-+]\d+))?$/.exec(String(value)) ?? []
  return Math.max(0, decimals.length - Number(exponent))
}

/** Items are equal if they have the same JSON with sorted names. */
function findRepeatedItem(cxt: KeywordCxt): void {
  const { gen, data, schema } = cxt
  if (schema !== true) return
  const byName = _`([one], [other]) => one < other ? -1 : 1`
  const objectCondition = _`value !== null && typeof value === "object" && !Array.isArray(value)`
  const sorted = _`Object.fromEntries(Object.entries(value).sort(${byName}))`
  const texts = _`${data}.map((item) => JSON.stringify(item, (_name, value) => ${objectCondition} ? ${sorted} : value))`
  const itemTexts = gen.const('texts', texts)
  cxt.fail(_`new Set(${itemTexts}).size < ${itemTexts}.length`)
}

/** The option `formats`. Every number of JSON is a double, and any string can be a password or binary. */
export const knownFormats: Record<string, RegExp | true> = {
  ...formats,
  int32: true,
  int64: true,
  float: true,
  double: true,
  password: true,
  binary: true,
}

/** The option `code` for generated files: compiling the code here would take as long as generating it. */
export const standalone = { source: true, process: () => 'return () => true' } as const

/** Maximum size of a schema that is inlined. A larger one becomes a function, which each reference calls. */
const maxInlinedKeywords = 20

/** Compiles each component once. express-openapi-validator compiles all of them for each operation. */
export function shareComponents(ajv: Ajv, document: object): void {
  Object.assign(ajv.opts, { inlineRefs: maxInlinedKeywords })
  const add = ajv.addSchema.bind(ajv)
  const names = new Map<string, string>()

  function getName($ref: string): string {
    const existing = names.get($ref)
    if (existing !== undefined) return existing
    const name = `component:${names.size}`
    names.set($ref, name)
    add(withNames(valueAt(document, $ref)), name)
    return name
  }

  /** Returns a copy with the names of components as references. */
  function withNames(schema: unknown): AnySchema {
    return replaceDeep(schema ?? {}, (value, key) =>
      key === '$ref' && typeof value === 'string' && value.startsWith('#/') ? getName(value) : value,
    )
  }

  ajv.addSchema = (schema, key) => {
    if (Array.isArray(schema)) return add(schema, key)
    const { components: _, paths: __, ...siblings } = toNode(schema)
    return add(withNames(siblings), key)
  }
}

/** Returns Ajv for the components of a document, and its validators by the JSON of their schemas. */
const getCompiler = memoize(({ document }: { document: object }) => {
  // Each validator checks few values, so optimised code saves no time.
  const code = { optimize: false }
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, formats: knownFormats, code })
  replaceKeywords(ajv)
  shareComponents(ajv, document)
  return { ajv, validators: new Map<string, ValidateFunction>() }
})

/**
 * @param contract References lead into its document.
 * @returns Why the schema refuses a value; `undefined` if it does not.
 */
export function findError(contract: { document: object }, schema: unknown, value: unknown): string | undefined {
  const { ajv, validators } = getCompiler(contract)
  const key = JSON.stringify(schema ?? {})
  const name = `value:${validators.size}`
  const validate = validators.get(key) ?? ajv.addSchema(toNode(schema), name).getSchema(name)
  if (validate === undefined) throw new Error(`Ajv does not find ${name}.`)
  validators.set(key, validate)
  return validate(value) ? undefined : ajv.errorsText(validate.errors?.map(withAllowedValues), { dataVar: 'it' })
}

function withAllowedValues(error: ErrorObject): ErrorObject {
  const { allowedValues } = error.params
  if (!Array.isArray(allowedValues)) return error
  return { ...error, message: `${error.message}: ${allowedValues.map(String).join(', ')}` }
}
