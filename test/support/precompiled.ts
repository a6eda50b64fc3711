// The validators without a library, as the handlers for tests use them.
import { requestValidators } from '../../generated/request-validators.js'
import { responseValidators } from '../../generated/response-validators.js'
import { precompiledValidator } from '../../stack/core/contract/precompiled-validator.ts'

export const precompiled = precompiledValidator({ requestValidators, responseValidators })
