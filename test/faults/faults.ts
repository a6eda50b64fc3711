// All planted faults. The slow ones come first, so that no copy has to wait for one at the end.
import { failoverFaults } from './failover.ts'
import type { Fault } from './fault.ts'
import { packageFaults } from './package.ts'
import { processFaults } from './process.ts'
import { proofFaults } from './proof.ts'
import { storeFaults } from './store.ts'
import { typeFaults } from './types.ts'

export const faults: Fault[] = [
  ...failoverFaults,
  ...processFaults,
  ...proofFaults,
  ...packageFaults,
  ...typeFaults,
  ...storeFaults,
]
