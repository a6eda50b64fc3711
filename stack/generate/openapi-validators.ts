// generated/openapi-validators.js: the validators of express-openapi-validator 5.6, compiled here with its Ajv.

import { hash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Ajv } from 'ajv'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { build, type Plugin } from 'esbuild'
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js'
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js'
import { ResponseValidator } from 'express-openapi-validator/dist/middlewares/openapi.response.validator.js'
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor.js'
import { ContentType } from 'express-openapi-validator/dist/middlewares/util.js'
import { knownFormats, replaceKeywords, replacePattern, shareComponents, standalone } from '../contract/model/ajv.ts'
import { getBodies } from '../contract/model/bodies.ts'
import type { ContractModel } from '../contract/model/contract.ts'
import { forDirection, withoutPatchDefaults } from '../contract/model/directions.ts'
import { nodesOf, toNode } from '../contract/model/node.ts'
import { validatedMediaTypes, validatorKey } from '../core/contract/media-types.ts'
import { maxNameLength } from '../core/problem.ts'
import stack from '../package.json' with { type: 'json' }

type OpenApiDocument = OpenAPIV3.DocumentV3_1
type Modules = Record<string, string>

const library = fileURLToPath(import.meta.resolve('express-openapi-validator/dist'))

const json = 'application/json'

const ajvOptions = {
  strict: false,
  validateSchema: false,
  validateFormats: true,
  serDesMap: {},
  formats: knownFormats,
} as const
const options = { ...ajvOptions, logger: false, code: standalone } as const

/** @throws {Error} for a contract that cannot be used. */
export async function openapiValidators(contract: ContractModel): Promise<string> {
  // The library changes the documents that it gets.
  const getCopy = ({ document }: ContractModel) => structuredClone(document) as unknown as OpenApiDocument
  // The library checks the direction of a property only in its middleware.
  const requestContract = forDirection(withoutPatchDefaults(contract), 'request')
  const responseContract = forDirection(contract, 'response')
  const requests = requestModules(contract, prepareParameters(getCopy(requestContract)))
  const responseValidators = responseModule(responseContract, getCopy(responseContract))
  const modules = { ...requests, responseValidators }
  const digest = hash('sha256', stack.version + responseValidators)
  const { outputFiles } = await build({
    stdin: {
      contents: Object.keys(modules)
        .map((name) => `export { default as ${name} } from 'compiled/${name}'`)
        .join('\n'),
    },
    plugins: [inMemoryModules(modules)],
    // The comments of the bundle name files relative to this folder.
    absWorkingDir: library,
    bundle: true,
    format: 'esm',
    write: false,
  })
  return `${outputFiles.map((file) => file.text).join('')}
export const digest = '${digest}'
`
}

export function openapiValidatorTypes(): string {
  return `
import type { CompiledValidators } from 'contract-stack/contract'

export declare const parameterValidators: CompiledValidators['parameterValidators']
export declare const bodyValidators: CompiledValidators['bodyValidators']
export declare const responseValidators: CompiledValidators['responseValidators']
export declare const digest: string
`
}

/** Adds a schema to each parameter. The library ignores keywords beside the `$ref` of a schema: `allOf` means the same. */
function prepareParameters(document: OpenApiDocument): OpenApiDocument {
  for (const { node } of nodesOf(document)) {
    if (typeof node.in === 'string' && typeof node.name === 'string') {
      const [media] = Object.values(toNode(node.content)).map(toNode)
      if (media) node.schema = media.schema
      for (const name of ['content', 'style', 'explode']) delete node[name]
    }
    const { $ref, ...siblings } = toNode(node.schema)
    if ($ref !== undefined && Object.keys(siblings).length > 0) node.schema = { allOf: [{ $ref }], ...siblings }
  }
  return document
}

function requestModules(contract: ContractModel, apiDoc: OpenApiDocument): Modules {
  new SchemaPreprocessor(apiDoc, options, undefined as never).preProcess()
  const requestOptions: object = { ...options, useDefaults: true, allErrors: true }
  const validator = new RequestValidator(apiDoc, requestOptions) as unknown as PrivateParts
  // The library always converts parameters. Here, the pipeline has converted them (parameters.ts).
  Object.assign(validator.ajv.opts, { coerceTypes: false })
  for (const ajv of [validator.ajv, validator.ajvBody]) configureAjv(ajv, apiDoc)
  const keys = contract.operations.flatMap(({ method, path, requestBody }) => {
    const { content = {}, required = false } = requestBody ?? {}
    return validatedMediaTypes(Object.keys(content), required).map((mediaType) => {
      // The library looks for the validator of a request under this key.
      const key = validatorKey(method.toUpperCase(), path, mediaType)
      const { requestBody: body, ...rest } = Object(apiDoc.paths?.[path])[method]
      const operation = mediaType === undefined ? rest : { ...rest, requestBody: body }
      validator.buildMiddleware(path, operation, ContentType.fromString(mediaType ?? ''), key)
      return [key, key] as const
    })
  })
  const names = Object.fromEntries(keys)
  return { parameterValidators: getCode(validator.ajv, names), bodyValidators: getCode(validator.ajvBody, names) }
}

function responseModule(contract: ContractModel, document: OpenApiDocument): string {
  const validator = new ResponseValidator(document, options) as unknown as PrivateParts
  configureAjv(validator.ajvBody, document)
  /** Equal schemas share a validator. */
  const keysOfSchemas = new Map<string, string>()
  const keys = [...contract.responses.values()].flatMap((response) =>
    getBodies(contract, response).flatMap(({ schema, validator: name }) => {
      if (name === undefined) return []
      const text = JSON.stringify(schema)
      const key = keysOfSchemas.get(text) ?? `${name}-default-${json}`
      // The library builds validators of JSON only.
      if (!keysOfSchemas.has(text)) validator.buildValidators({ default: { content: { [json]: { schema } } } }, name)
      keysOfSchemas.set(text, key)
      return [[name, key] as const]
    }),
  )
  return getCode(validator.ajvBody, Object.fromEntries(keys))
}

function configureAjv(ajv: Ajv, document: OpenApiDocument): void {
  replaceKeywords(ajv)
  replacePattern(ajv)
  shareComponents(ajv, document)
}

/**
 * Returns the code of Ajv. Each error repeats its path, so each name in it is truncated to the maximum in a problem. Ajv 8
 * has no option for that: stack/test/constructs/linear-time.test.ts fails if Ajv prints different code.
 */
function getCode(ajv: Ajv, names: Record<string, string>): string {
  const escaping = '.replace(/~/g, "~0")'
  return standaloneCode.default(ajv, names).replaceAll(escaping, `.slice(0, ${maxNameLength})${escaping}`)
}

/** The parts of the library that are private in its types. */
interface PrivateParts {
  ajv: Ajv
  ajvBody: Ajv
  buildMiddleware: (path: string, operation: unknown, type: ContentType, key: string) => void
  buildValidators: (responses: object, key: string) => void
}

/** Loads the code of Ajv from memory. The code requires files of the library. */
function inMemoryModules(modules: Modules): Plugin {
  const filter = /^compiled\//
  return {
    name: 'compiled',
    setup({ onResolve, onLoad }) {
      onResolve({ filter }, ({ path }) => ({ path: path.replace(filter, ''), namespace: 'compiled' }))
      onLoad({ filter: /.*/, namespace: 'compiled' }, ({ path }) => ({
        contents: modules[path] ?? '',
        resolveDir: library,
      }))
    },
  }
}
