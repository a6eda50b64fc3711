// All planted faults, by what they are about. A new guard brings its fault along (README.md).
import type { Fault } from './fault.ts'
import { answerFaults } from './faults/answers.ts'
import { authFaults } from './faults/auth.ts'
import { bodyFaults } from './faults/body.ts'
import { clientFaults } from './faults/client.ts'
import { clientEntryFaults } from './faults/client-entries.ts'
import { clientPackageFaults } from './faults/client-package.ts'
import { contractFaults } from './faults/contract.ts'
import { corsAndPageFaults } from './faults/cors-and-pages.ts'
import { coverageFaults } from './faults/coverage.ts'
import { httpFaults } from './faults/http.ts'
import { identityProviderFaults } from './faults/identity-provider.ts'
import { mockFaults } from './faults/mock.ts'
import { operationsFaults } from './faults/operations.ts'
import { plantFaults } from './faults/plants.ts'
import { processFaults } from './faults/process.ts'
import { proofFaults } from './faults/proof.ts'
import { rateLimitFaults } from './faults/rate-limit.ts'
import { routingFaults } from './faults/routing.ts'
import { storeFaults } from './faults/store.ts'
import { typeFaults } from './faults/types.ts'
import { validatorFaults } from './faults/validator.ts'

// Those that take longest come first, so that no copy is left with one of them at the end.
export const faults: Fault[] = [
  ...httpFaults,
  ...operationsFaults,
  ...identityProviderFaults,
  ...processFaults,
  ...coverageFaults,
  ...proofFaults,
  ...clientEntryFaults,
  ...clientPackageFaults,
  ...typeFaults,
  ...bodyFaults,
  ...routingFaults,
  ...validatorFaults,
  ...contractFaults,
  ...answerFaults,
  ...authFaults,
  ...rateLimitFaults,
  ...plantFaults,
  ...storeFaults,
  ...mockFaults,
  ...corsAndPageFaults,
  ...clientFaults,
]
