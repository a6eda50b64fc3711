// Most of the client works for any contract: only these folders contain what is special about plants. The test in
// test/second-contract/ deletes client/plants/ in a copy, and uses the rest with another contract.
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const special = /^client\/(?:plants|example)\//

it('only client/plants/ and the example app name operations, schemas and paths of the contract', () => {
  const { paths, components } = parse(readFileSync('openapi.yaml', 'utf8'))
  const operations = Object.values<Record<string, { operationId?: string }>>(paths).flatMap((path) =>
    Object.values(path),
  )
  const ids = operations.flatMap(({ operationId }) => operationId ?? [])
  const names = [...ids, ...Object.keys(components.schemas), ...Object.keys(paths)]
  const escaped = names.map((name) => name.replaceAll(/[{}/]/g, '\\$&'))
  const name = new RegExp(`(?<![\\w/])(?:${escaped.join('|')})(?![\\w.])`)
  const naming = globSync('client/**/*.{ts,tsx}').filter((file) => name.test(readFileSync(file, 'utf8')))
  expect(naming.filter((file) => !special.test(file))).toEqual([])
  expect(naming).toContain('client/plants/client.ts')
})
