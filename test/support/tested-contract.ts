// The resolved spec of this project, as the contract tester reads it.
import { readContract } from '../../stack/tester/contract/tested-contract.ts'

export const contract = await readContract(new URL('../../generated/openapi.yaml', import.meta.url))
