import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readWorkflows } from '../../stack/generate/workflows-chapter.ts'

const markdown = readFileSync(new URL('../../generated/docs.md', import.meta.url), 'utf8')

it('the Markdown has every step of every workflow', () => {
  const { workflows } = readWorkflows()
  for (const { description, operationId } of workflows.flatMap(({ steps }) => steps))
    expect(markdown).toContain(`1. ${description} [\`${operationId}\`](#${operationId})`)
})
