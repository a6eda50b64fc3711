// Patterns with which one string can block the service.

import { type Checks, each } from '../finding.ts'
import type { ContractModel } from '../model/contract.ts'
import { escapeKey, toNode } from '../model/node.ts'
import { analysePattern } from './pattern-time.ts'
import { schemasIn } from './schemas.ts'

/** Maximum number of steps to match one string: a few milliseconds. */
const maxSteps = 1_000_000

export const patternWarnings: Checks<ContractModel> = {
  'a pattern that does not take linear time': each(patternsIn, ({ pattern, maxLength }) => {
    if (typeof pattern !== 'string') return
    const patternTime = analysePattern(pattern)
    if (patternTime.status === 'safe') return
    if (patternTime.status === 'unknown')
      return `recheck cannot tell whether the pattern ${pattern} takes linear time (${patternTime.error.message ?? patternTime.error.kind}): simplify it.`
    const { complexity } = patternTime
    if (complexity.type === 'exponential')
      return `The pattern ${pattern} takes exponential time, so a short string can block the service: do not repeat a repetition.`
    // Only strings of a valid length are matched.
    if (maxLength ** complexity.degree <= maxSteps) return
    const time = `time that grows with the length to the power of ${complexity.degree}`
    return `The pattern ${pattern} takes ${time}, so a long string can block the service: write a smaller maxLength.`
  }),
}

function patternsIn({ document }: ContractModel) {
  return schemasIn(document).flatMap(({ node, pointer }) => {
    const namePatterns = Object.keys(toNode(node.patternProperties)).map((pattern) => {
      return { pattern, maxLength: Infinity, pointer: `${pointer}/patternProperties/${escapeKey(pattern)}` }
    })
    return [
      { pattern: node.pattern, maxLength: Number(node.maxLength ?? Infinity), pointer: `${pointer}/pattern` },
      ...namePatterns,
    ]
  })
}
