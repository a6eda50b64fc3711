// docs/deployment.md has the settings as the service reads them, and the limits of the contract.
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { contract } from '../../generated/index.ts'
import { settings } from '../../stack/server/configuration/settings.ts'

const page = await readFile('docs/deployment.md', 'utf8')

it('has each setting with its default and its meaning', () => {
  const rows = Object.entries(settings).map(
    ([name, { default: value, meaning }]) => `| \`${name}\` | ${value && `\`${value}\` `}| ${meaning} |`,
  )
  expect(page).toContain(`|---|---|---|\n${rows.join('\n')}\n\n`)
})

it('has the limits of a request', () => {
  const { bodyBytes, headBytes, targetBytes } = contract.limits
  const rows = [
    ['body', bodyBytes, 413],
    ['head', headBytes, 431],
    ['target', targetBytes, 414],
  ]
  for (const [part, bytes, status] of rows)
    expect(page).toContain(`| ${part} of a request | ${bytes?.toLocaleString('en')} bytes | ${status} |\n`)
})
