// In place of server/http/openapi-validator.ts: the same results (test/server/core/contract/precompiled-validator.test.ts),
// and fewer modules to load for each mutant.
import type { Validator } from '../../../server/core/contract/validator.ts'
import { precompiled } from '../../support/precompiled.ts'

export function createOpenApiValidator(): Validator {
  return precompiled
}
