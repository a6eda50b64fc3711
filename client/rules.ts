// What a form can check during input. A module of its own, so that pages without forms do not load it.

import { fieldRules } from '../generated/field-rules.ts'

export const plantRules = fieldRules['/plants']
