// In place of stack/server/http/openapi-validator.ts: the same results (stack/test/core/contract/precompiled-validator.test.ts),
// and fewer modules to load for each mutant.
import type { Validator } from '../../stack/core/contract/validator.ts'
import { precompiled } from '../../test/support/precompiled.ts'

export function createOpenApiValidator(): Validator {
  return precompiled
}
