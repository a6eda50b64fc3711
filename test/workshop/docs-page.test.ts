// The page of docs is opened from a disk, with no network: it must hold all it needs and ask nobody for anything.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { operations } from '../../generated/operations.ts'
import { description } from '../proof/samples/page.ts'
import { root } from './run.ts'

const page = readFileSync(join(root, 'generated/docs.html'), 'utf8')
const head = page.slice(0, page.indexOf('<style'))
const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(head)?.[1] ?? ''

describe('the page of docs', () => {
  it('forbids itself every host, and every script that is not its own', () => {
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/https?:|\*|'unsafe-eval'|connect-src/)
    expect(policy).not.toMatch(/script-src[^;]*'unsafe-inline'/)
  })

  it('allows each script that it holds by its hash', () => {
    const scripts = [...page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)
    expect(scripts.length).toBeGreaterThan(1)
    for (const script of scripts) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    }
  })

  it('has no logo to fetch, and no script, style or image of another host', () => {
    expect(page).not.toContain('cdn.redoc.ly')
    expect(page).not.toMatch(/<(?:script|link|img|iframe)[^>]*(?:src|href)="?(?:https?:)?\/\//)
  })

  it('sends no telemetry', () => {
    expect(/__redoc_options = (.*);$/m.exec(page)?.[1]).toContain('"disableTelemetry":true')
  })

  it('has a language, a title and an icon', () => {
    expect(head).toContain('<html lang="en">')
    expect(head).toContain('<title>Plant Collection Service: API reference</title>')
    expect(head).toContain('<link rel="icon" href="data:')
  })

  it('has every operation in its side bar', () => {
    for (const operation of Object.keys(operations)) {
      expect(page).toContain(` href="/other/${operation.toLowerCase()}"`)
    }
  })

  it('tells every journey, step by step', () => {
    const { workflows }: { workflows: Workflow[] } = parse(
      readFileSync(join(root, 'docs/workflows.arazzo.yaml'), 'utf8'),
    )
    expect(workflows.length).toBeGreaterThan(4)
    for (const { summary, steps } of workflows) {
      const told = description.split(/^## /m).find((chapter) => chapter.startsWith(`${summary}\n`))
      for (const { operationId, description } of steps) {
        expect(told).toContain(`1. ${description} \`${operationId}\``)
      }
      expect(page.includes(`>${summary}<`), `${summary} is shown`).toBe(true)
    }
  })
})

interface Workflow {
  summary: string
  steps: { operationId: string; description: string }[]
}
