// Accessibility problems that axe-core finds in a page.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { root } from './folder.ts'

const script = await readFile(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')

/** @returns Each rule with the elements that violate it. Runs as a debugger does, which the policy of a page allows. */
export async function violationsIn(page: Page): Promise<[rule: string, elements: string[]][]> {
  await page.evaluate(script)
  const found: { violations: { id: string; nodes: { html: string }[] }[] } = await page.evaluate('axe.run()')
  return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
