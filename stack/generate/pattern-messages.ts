// The keyword `pattern` of every validator: its message is the x-pattern-message beside it.

import type { Ajv } from 'ajv'
import pattern from 'ajv/dist/vocabularies/validation/pattern.js'

/** Replaces the keyword. Call it before the instance compiles a schema. */
export function explainPatterns(ajv: Ajv): void {
  const { error, ...definition } = pattern.default
  const usual = error?.message ?? ''
  ajv.removeKeyword('pattern')
  ajv.addKeyword({
    ...definition,
    before: 'format',
    error: {
      ...error,
      message: (cxt) => cxt.parentSchema?.['x-pattern-message'] ?? (typeof usual === 'function' ? usual(cxt) : usual),
    },
  })
}
