// In place of stack/server/http/openapi-validator.ts: the same results (stack/test/rooms/tester.test.ts),
// and fewer modules to load for each mutant.
import { compiledValidator } from '../../stack/core/contract/compiled-validator.ts'
import type { Contract } from '../../stack/core/contract/contract.ts'
import type { CompiledValidators } from '../../stack/core/contract/contract-data.ts'
import type { Validator } from '../../stack/core/contract/validator.ts'

export function createOpenApiValidator(_contract: Contract, compiled: CompiledValidators): Validator {
  return compiledValidator(compiled)
}
