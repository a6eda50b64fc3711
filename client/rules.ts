// What a form can check while a person types.

import { fieldRules } from '../generated/field-rules.ts'

export const plantRules = fieldRules['/plants']
