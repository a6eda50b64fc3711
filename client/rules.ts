// The rules that a form can check during input. A separate module, so that pages without forms do not load it.

import { fieldRules } from '../generated/field-rules.ts'

export const plantRules = fieldRules['/plants']
