// People open the docs page from a disk, offline. It must contain everything it needs and send no request.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../support/folder.ts'

const page = readFileSync(join(root, 'stack/test/product/generated/docs.html'), 'utf8')
const head = page.slice(0, page.indexOf('<style'))
const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(head)?.[1] ?? ''

describe('the docs page', () => {
  it('blocks requests to other hosts and all scripts but its own', () => {
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).not.toMatch(/https?:|\*|'unsafe-eval'/)
    expect(policy).not.toMatch(/script-src[^;]*'unsafe-inline'/)
  })

  it('uses no logo, script, style or image of another host, and sends no telemetry', () => {
    expect(page).not.toContain('cdn.redoc.ly')
    expect(page).not.toMatch(/<(?:script|link|img|iframe)[^>]*(?:src|href)="?(?:https?:)?\/\//)
    expect(/__redoc_options = (.*);$/m.exec(page)?.[1]).toContain('"disableTelemetry":true')
  })
})
