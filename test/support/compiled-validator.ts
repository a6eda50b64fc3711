// The validator of the mock and of the handlers for tests.
import { server } from '../../generated/server.ts'
import { compiledValidator } from '../../stack/core/contract/compiled-validator.ts'

export const compiled = compiledValidator(server.validators)
