// People open the docs page from a disk, offline. It must contain everything it needs and send no request.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../support/folder.ts'

it('the docs page uses no logo, script, style or image of another host, and sends no telemetry', () => {
  const page = readFileSync(join(root, 'stack/test/product/generated/docs.html'), 'utf8')
  expect(page).not.toContain('cdn.redoc.ly')
  expect(page).not.toMatch(/<(?:script|link|img|iframe)[^>]*(?:src|href)="?(?:https?:)?\/\//)
  expect(/__redoc_options = (.*);$/m.exec(page)?.[1]).toContain('"disableTelemetry":true')
})
