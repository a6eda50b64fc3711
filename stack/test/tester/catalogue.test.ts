// README.md of the contract tester lists its checks. `ARGS='stack/test/tester/catalogue.test.ts -u'` of `make test` updates it.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { formatCatalogue } from '../../tester/catalogue.ts'

const file = new URL('../../tester/README.md', import.meta.url)

it('the README of the contract tester has the table of all checks', async () => {
  const text = readFileSync(file, 'utf8').replace(/\| Check \|[\s\S]*\|\n/, `${formatCatalogue()}\n`)
  await expect(text).toMatchFileSnapshot('../../tester/README.md')
})
