// The headers that the stack itself sends: those of the complete contract without headers that a person wrote.

import { completeDocument } from './complete/document.ts'
import { type Node, nodeOf, resolved } from './complete/node.ts'
import { operationsOf } from './complete/operations.ts'
import { Contract, type HeaderEntry, type Operation, type Written } from './contract.ts'

const known = new WeakMap<Written, Contract>()

/** @param operation `undefined` for the responses that any request can get. @returns By name. Their schemas have no references. */
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

function commonContract({ written, placeOf }: Contract): Contract {
  if (written === undefined) throw new Error('Only a contract that was read can be compared with the common part.')
  const found = known.get(written)
  if (found !== undefined) return found
  // Those of an operation with a standard method, too.
  const document = completeDocument(withoutHeaders(written), () => true)
  // As in complete-contract.ts.
  const common = new Contract(document as object as Contract['document'], placeOf)
  known.set(written, common)
  return common
}

function withoutHeaders({ own, common }: Written): Node {
  const copy = structuredClone(own)
  const { headers: _, ...components } = nodeOf(copy.components)
  const schemas = Object.entries(nodeOf(components.schemas)).filter(([name]) => !(name in common.schemas))
  const responses = [
    ...operationsOf(copy).flatMap(({ operation }) => Object.values(nodeOf(operation.responses))),
    ...Object.values(nodeOf(components.responses)),
  ]
  for (const response of responses) delete resolved(copy, response).headers
  const { 'x-http-responses': __, ...rest } = copy
  return { ...rest, components: { ...components, schemas: Object.fromEntries(schemas) } }
}
