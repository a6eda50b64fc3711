// generated/product.ts: the names of the product.

import type { ContractModel } from '../contract/model/contract.ts'
import { literal } from './code.ts'

export function product({ document }: ContractModel): string {
  const { authority: _, ...names } = document['x-product']
  return `
import type { Product } from 'contract-stack/contract'

export const product: Product = ${literal(names)}
`
}
