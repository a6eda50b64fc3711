// The headers that the stack itself sends: those of the complete contract without headers that a person wrote.

import { Contract, type HeaderEntry, type Operation, type Written } from '../model/contract.ts'
import { filtered, type Node, once, toNode } from '../model/node.ts'
import { holdersIn } from '../read/operations.ts'
import { completeDocument } from './document.ts'

/** @param operation `undefined` for the responses that any request can get. @returns By name, without references. */
export function sentHeaders(contract: Contract, operation: Operation | undefined, status: number) {
  const common = commonContract(contract)
  const responses = operation
    ? common.operations.find(({ id }) => id === operation.id)?.responses
    : common.httpResponses
  const headers = responses?.find((one) => one.status === status)?.headers ?? []
  return new Map(
    headers.map((one): [string, HeaderEntry] => [one.name, { ...one, schema: common.wholeSchema(one.schema) }]),
  )
}

const commonContract = once((contract: Contract): Contract => {
  const { written, locate } = contract
  if (written === undefined) throw new Error('Only a contract that was read can be compared with the common part.')
  // As in the complete contract (complete-contract.ts).
  const handled = contract.operations.filter(({ responses }) => responses.some(({ code }) => code === '501'))
  const needHandler = new Set<unknown>(handled.map(({ id }) => id))
  // The headers of a 501 of an operation with a standard method, too.
  const kinds = { needsHandler: () => true, isStandard: (id: unknown) => !needHandler.has(id) }
  return new Contract(completeDocument(withoutHeaders(written), kinds), locate)
})

function withoutHeaders({ own, common }: Written): Node {
  const copy = structuredClone(own)
  const { headers: _, ...components } = toNode(copy.components)
  const schemas = filtered(toNode(components.schemas), (_, name) => !(name in common.schemas))
  for (const { holder, isResponse } of holdersIn(copy)) if (isResponse) delete holder.headers
  const { 'x-http-responses': __, ...rest } = copy
  return { ...rest, components: { ...components, schemas } }
}
