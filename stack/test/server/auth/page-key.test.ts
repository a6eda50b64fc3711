import { expect, it } from 'vitest'
import { pageKey } from '../../../server/auth/page-key.ts'
import { newFolder } from '../../support/folder.ts'

it('a key is valid once, although several processes use it at the same time', async () => {
  const folder = await newFolder()
  const processes = [pageKey(folder), pageKey(folder), pageKey(folder)]
  for (let round = 0; round < 20; round++) {
    const key = (await processes[0]?.current()) ?? ''
    const results = await Promise.all(processes.map((one) => one.use(key)))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await processes[0]?.current()).not.toBe(key)
  }
})
