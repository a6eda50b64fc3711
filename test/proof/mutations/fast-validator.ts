// In place of server/http/openapi-validator.ts: the same results (test/server/core/contract/precompiled-validator.test.ts),
// and fewer modules to load for each mutant.
import { precompiledValidator } from '../../../server/core/contract/precompiled-validator.ts'
import type { Validator } from '../../../server/core/contract/validator.ts'

export function createOpenApiValidator(): Validator {
  return precompiledValidator
}
