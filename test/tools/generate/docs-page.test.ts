// People open the docs page from a disk, offline. It must contain everything it needs and send no request.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { description } from '../../proof/samples/page.ts'
import { root } from '../../support/folder.ts'

interface Workflow {
  summary: string
  steps: { operationId: string; description: string }[]
}

const page = readFileSync(join(root, 'generated/docs.html'), 'utf8')
const head = page.slice(0, page.indexOf('<style'))
const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(head)?.[1] ?? ''

describe('the docs page', () => {
  it('blocks requests to other hosts and all scripts but its own', () => {
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).not.toMatch(/https?:|\*|'unsafe-eval'/)
    expect(policy).not.toMatch(/script-src[^;]*'unsafe-inline'/)
    const scripts = [...page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)
    expect(scripts.length).toBeGreaterThan(1)
    for (const script of scripts) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    }
  })

  it('uses no logo, script, style or image of another host, and sends no telemetry', () => {
    expect(page).not.toContain('cdn.redoc.ly')
    expect(page).not.toMatch(/<(?:script|link|img|iframe)[^>]*(?:src|href)="?(?:https?:)?\/\//)
    expect(/__redoc_options = (.*);$/m.exec(page)?.[1]).toContain('"disableTelemetry":true')
  })

  it('shows every workflow, step by step', () => {
    const text = readFileSync(join(root, 'docs/workflows.arazzo.yaml'), 'utf8')
    const { workflows }: { workflows: Workflow[] } = parse(text)
    expect(workflows.length).toBeGreaterThan(4)
    for (const { summary, steps } of workflows) {
      const section = description.split(/^## /m).find((text) => text.startsWith(`${summary}\n`))
      for (const { operationId, description } of steps) {
        expect(section).toContain(`1. ${description} [\`${operationId}\`](#/other/${operationId.toLowerCase()})`)
      }
      expect(page.includes(`>${summary}<`), summary).toBe(true)
    }
  })
})
