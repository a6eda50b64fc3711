// All planted faults. The slow ones come first, so that no copy has to wait for one at the end.
import { contractFaults } from './contract.ts'
import type { Fault } from './fault.ts'
import { serverFaults } from './server.ts'

export const faults: Fault[] = [...serverFaults, ...contractFaults]
