// The validator of the mock and of the handlers for tests.

import { compiledValidator } from '../../core/contract/compiled-validator.ts'
import { server } from '../product/generated/server.ts'

export const compiled = compiledValidator(server.validators)
