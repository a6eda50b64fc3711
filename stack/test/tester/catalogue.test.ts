// README.md of the contract tester lists its checks. `make test ARGS='stack/test/tester/catalogue.test.ts -u'` updates it.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { formatCatalogue } from '../../tester/catalogue.ts'

const file = new URL('../../tester/README.md', import.meta.url)

it('lists all checks in the README of the contract tester', async () => {
  const text = readFileSync(file, 'utf8').replace(/\| Check \|[\s\S]*\|\n/, `${formatCatalogue()}\n`)
  expect(text).toContain(formatCatalogue())
  await expect(text).toMatchFileSnapshot('../../tester/README.md')
})
