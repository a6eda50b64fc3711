// The contract tester accepts the independent server, and finds a random sample of its planted defects.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSeed } from '../../../tools/contract-tester/environment.ts'
import { printFailures } from '../../../tools/contract-tester/report.ts'
import { rules } from '../../../tools/contract-tester/rules/index.ts'
import { defects } from './defects.ts'
import { runCorrect, searchDefect } from './planted-defects.ts'

const seed = readSeed()
const options = { seed, perFamily: 4, sequences: 3, skip: [] }

describe('an independent implementation of the contract', { timeout: 60_000 }, () => {
  it(`passes, and keeps no plant of the run (SEED=${seed})`, async () => {
    const { result, left } = await runCorrect(options)
    expect(printFailures(result)).toBe('')
    expect(result.skipped).toEqual([])
    expect(left).toBe(0)
  })

  it('with 500 plants takes no more requests than one with none, and keeps them', async () => {
    const some = { ...options, only: [...rules.map(({ name }) => name), 'list during writes'] }
    const [empty, full] = [await runCorrect(some), await runCorrect(some, { plants: 500 })]
    expect(printFailures(full.result)).toBe('')
    expect(full.left).toBe(500)
    expect(full.requests).toBeLessThan(empty.requests * 1.1)
  })

  // As many requests as by default: few requests can miss a defect. The search ends at the first failure.
  it.each(fc.sample(fc.shuffledSubarray([...defects], { minLength: 6, maxLength: 6 }), { seed, numRuns: 1 })[0] ?? [])(
    `with the defect "%s" fails (SEED=${seed})`,
    async (defect) => {
      const { found } = await searchDefect(defect, { ...options, perFamily: 20 })
      expect(found).toBeDefined()
    },
  )
})
