// The contract of the product, for code that does not get a contract as an argument yet. This file goes with the last such code.
import { contract } from '../../../generated/index.ts'

export { contract }

export const {
  collectionAt,
  collections,
  findOperation,
  httpResponses,
  limits,
  operations,
  problemKinds,
  renderProblem,
  scopes,
} = contract
