// The names of the product: those in x-product, or else names derived from the title.

import { existsSync } from 'node:fs'
import { type Node, toNode } from './node.ts'
import type { ProductModel } from './openapi.ts'

export function getProduct({ info, 'x-product': overrides }: Node): ProductModel {
  const title = String(toNode(info).title).trim() || 'API'
  const version = String(toNode(info).version)
  const { name = kebabCase(title), ...names }: Partial<ProductModel> = toNode(overrides)
  return { title, version, name, shortName: name.replaceAll('-', '_'), authority: `${name}.example,2026`, ...names }
}

export function hasClientPackage(): boolean {
  return existsSync('client/package.json')
}

function kebabCase(title: string): string {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '')
  const words = plain.toLowerCase().match(/[a-z0-9]+/g) ?? []
  // The name is also the prefix of metric names, which start with a letter.
  return words.join('-').replace(/^(?=\d)/, 'api-') || 'api'
}
