// The contract with the common part. An operation without a standard method also gets the response of a service that has no handler
// for it. The fields of the complete contract show which operations these are, so it is completed twice.

import { commonPartFor } from './complete/common.ts'
import { completeDocument } from './complete/document.ts'
import type { Node } from './complete/node.ts'
import { Contract } from './contract.ts'
import { placesIn } from './places.ts'
import type { Yaml } from './read-yaml.ts'
import { deriveResources } from './resources.ts'

export function completeContract(own: Node, yaml: Yaml): Contract {
  const written = { own, common: commonPartFor(own), locate: yaml.locate }
  const complete = (needsHandler?: (id: unknown) => boolean) => {
    const document = completeDocument(own, needsHandler)
    // Only the generators rely on more (checks/check-contract.ts).
    return new Contract(document as object as Contract['document'], placesIn(yaml, document), written)
  }
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
