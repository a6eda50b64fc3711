// In place of stack/server/http/openapi-validator.ts: the same results (stack/test/rooms/tester.test.ts),
// and fewer modules to load for each mutant.
import type { Validator } from '../../stack/core/contract/validator.ts'
import { compiled } from '../../stack/test/support/compiled-validator.ts'

export function createOpenApiValidator(): Validator {
  return compiled
}
