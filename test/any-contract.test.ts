// The stack works for any contract: only these folders contain what is special about plants. The tests in
// test/second-contract/ delete client/plants/ in a copy, and use the rest with another contract.
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

/** And the title of the product, and the other stacks of the bench. */
const special =
  /^(?:client\/plants|client\/example|server\/(?:first-start|handlers|main|mock|mock-seed|mocked|start-mock)\.ts|tools\/peers)/

it('only the folders of plants name operations, schemas and paths of the contract', () => {
  const { paths, components } = parse(readFileSync('openapi.yaml', 'utf8'))
  const operations = Object.values<Record<string, { operationId?: string }>>(paths).flatMap((path) =>
    Object.values(path),
  )
  const ids = operations.flatMap(({ operationId }) => operationId ?? [])
  const names = [...ids, ...Object.keys(components.schemas), ...Object.keys(paths)]
  const escaped = names.map((name) => name.replaceAll(/[{}/]/g, '\\$&'))
  const name = new RegExp(`(?<![\\w/])(?:${escaped.join('|')})(?![\\w.])`)
  const naming = globSync('{server,client,tools}/**/*.{js,ts,tsx}', { exclude: ['**/node_modules'] }).filter((file) =>
    name.test(readFileSync(file, 'utf8')),
  )
  expect(naming.filter((file) => !special.test(file))).toEqual([])
  expect(naming).toEqual(expect.arrayContaining(['client/plants/client.ts', 'server/handlers.ts']))
})
