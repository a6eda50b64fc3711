// One product with every construct that docs/openapi-support.md calls supported: the files of contract/ in one contract.
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import type { Contract } from '../../core/contract/contract.ts'
import type { DraftResponse } from '../../core/pipeline/http.ts'
import { type Product, productWith } from '../support/product.ts'
import { bodies } from './bodies.ts'
import { collections } from './collections.ts'
import type { Construct, HandlerInput, Handlers } from './exchange.ts'
import { parameters } from './parameters.ts'
import { references } from './references.ts'
import { responses } from './responses.ts'
import { schemas } from './schemas.ts'
import { security } from './security.ts'

type Parts = Record<string, Record<string, unknown>>

/** The constructs of each file of contract/, by its name. */
export const allConstructs: Record<string, Construct> = {
  parameters,
  bodies,
  responses,
  schemas,
  references,
  security,
  collections,
}

/**
 * Returns the product. Operations that are not standard and have no handler in a construct return their input or body.
 * @param paths Paths that the contract has. Default: all.
 */
export async function conformanceProduct(paths?: string[]): Promise<Product> {
  const handlers = Object.assign({}, ...Object.values(allConstructs).map((construct) => construct.handlers))
  const folder = join(import.meta.dirname, 'contract')
  const names = globSync('*.yaml', { cwd: folder }).toSorted()
  const files = names.map(async (name) => parse(await readFile(join(folder, name), 'utf8'), { merge: true }))
  const merged = merge(await Promise.all(files))
  const selected = Object.entries(merged.paths).filter(([path]) => paths?.includes(path) !== false)
  const product = await productWith(stringify({ ...merged, paths: Object.fromEntries(selected) }))
  return { ...product, handlers: { ...createEchoHandlers(product.contract), ...handlers } }
}

function merge(files: (Parts & { 'x-bodies'?: Parts })[]) {
  const info = { title: 'Constructs', version: '1.0.0', description: 'A [link](#of-the-author) of the contract.' }
  const merged = { openapi: '3.1.1', info, paths: {}, components: {} }
  for (const { paths, components = {}, 'x-bodies': bodies = {}, 'x-parts': _, ...rest } of files) {
    addUnique(merged.paths, { ...paths, ...toPaths(bodies) })
    for (const [kind, parts] of Object.entries(components)) {
      const mergedComponents = Object.assign(merged.components, { [kind]: Object(merged.components)[kind] ?? {} })
      addUnique(Object(mergedComponents)[kind], Object(parts))
    }
    addUnique(merged, rest)
  }
  return merged
}

function addUnique(target: object, parts: object): void {
  for (const name of Object.keys(parts)) if (name in target) throw new Error(`Two files have ${name}.`)
  Object.assign(target, parts)
}

/** Operations that return their body, at the names of its schemas. */
function toPaths(bodies: Parts): object {
  const paths = Object.entries(bodies).map(([name, schema]) => {
    const content = { 'application/json': { schema } }
    const responses = { 200: { description: 'The body.', content } }
    return [`/${name}`, { post: { operationId: `${name}Body`, requestBody: { required: true, content }, responses } }]
  })
  return Object.fromEntries(paths)
}

function createEchoHandlers({ operations, standardOperations }: Contract): Handlers {
  const ids = Object.keys(operations).filter((id) => !standardOperations.includes(id))
  return Object.fromEntries(ids.map((id) => [id, id.endsWith('Body') ? echoBody : echo]))
}

async function echo({ path, query, headers, cookies, mediaType, body }: HandlerInput): Promise<DraftResponse> {
  return { status: 200, body: { path, query, headers, cookies, mediaType, body } }
}

async function echoBody({ body }: HandlerInput): Promise<DraftResponse> {
  return { status: 200, body }
}
