// The contract with the common part. An operation without a standard method also gets the response of a service that has no handler
// for it. The fields of the complete contract show which operations these are, so it is completed twice.

import { completeDocument } from './complete/document.ts'
import type { Node } from './complete/node.ts'
import { Contract } from './contract.ts'
import { deriveResources } from './resources.ts'

export function completeContract(own: Node, placeOf: Contract['placeOf']): Contract {
  const complete = (needsHandler?: (id: unknown) => boolean) =>
    // Only the generators rely on more, and they check it.
    new Contract(completeDocument(own, needsHandler) as object as Contract['document'], placeOf)
  const contract = complete()
  const standard = standardIn(contract)
  return contract.operations.every(({ id }) => standard.has(id)) ? contract : complete((id) => !standard.has(id))
}

/** The standard methods, and the lists that need an adapter only for older forms of parameters. */
function standardIn(contract: Contract): Set<unknown> {
  const { standard, adapted } = deriveResources(contract)
  const isOlder = ({ id, parameters }: Contract['operations'][number]) =>
    id in adapted && parameters.every(({ name, deprecated }) => deprecated || !adapted[id]?.includes(name))
  return new Set([...standard, ...contract.operations.filter(isOlder)].map(({ id }) => id))
}
