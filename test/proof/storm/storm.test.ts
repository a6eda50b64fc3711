// The short form of `make storm`: fixed faults, and random ones whose seed is printed.
import { describe, expect, it } from 'vitest'
import { readSeed } from '../../../tools/contract-tester/settings.ts'
import { judge } from './check.ts'
import { accidents, refusals } from './failures.ts'
import type { CallMade } from './scenario.ts'
import { storm } from './storm.ts'

describe('a client in a storm', { timeout: 60_000 }, () => {
  it.each([
    ['always the same', 20_261_120],
    ['another each time', readSeed()],
  ])('creates nothing twice, loses nothing and goes nowhere else; faults: %s (SEED=%i)', async (_, seed) => {
    const found = await storm({ seed, runs: 100, atOnce: 25 })
    expect(found.wrong).toEqual([])
    const met = [...found.faults.keys()].filter((name) => name !== 'none')
    expect(met.toSorted()).toEqual(Object.keys({ ...refusals, ...accidents }).toSorted())
    for (const end of ['done', 'unchanged', 'unknown']) {
      expect([...found.ends.values()].reduce((sum, ends) => sum + (ends.get(end) ?? 0), 0)).toBeGreaterThan(0)
    }
  })
})

describe('the judge of a storm', () => {
  const created: CallMade = { what: 'create', end: 'done', ms: 1, name: 'fern', id: 'a' }
  const fern = { id: 'a', name: 'fern' }

  it('is content with a caller who has what it was told', () => {
    expect(judge([created], [fern], [])).toEqual([])
    expect(judge([{ ...created, end: 'unknown' }], [], [{ method: 'PATCH', fault: '503 of the service' }])).toEqual([])
  })

  it.each<[string, CallMade[], { id: string; name: string }[], { method: string; fault: string | undefined }[]]>([
    ['made 2 plants', [created], [fern, { id: 'b', name: 'fern' }], []],
    ['acknowledged, and lost', [created], [], []],
    ['nothing was done, and there is', [{ ...created, end: 'unchanged' }], [fern], []],
    ['another plant than there is', [created], [{ id: 'b', name: 'fern' }], []],
    ['took 60000 ms', [{ ...created, ms: 60_000 }], [fern], []],
    ['rejected with TypeError', [{ ...created, strange: 'TypeError: x' }], [fern], []],
    ['a change was acknowledged', [{ what: 'change', end: 'done', ms: 1, id: 'a' }], [fern], []],
    ['a change was said', [{ what: 'change', end: 'unchanged', ms: 1, id: 'a' }], [{ id: 'a', name: 'x changed' }], []],
    ['the plant is there', [{ what: 'delete', end: 'done', ms: 1, id: 'a' }], [fern], []],
    ['a deletion was said', [{ what: 'delete', end: 'unchanged', ms: 1, id: 'a' }], [], []],
    ['a list lacks', [created, { what: 'list', end: 'done', ms: 1, ids: [] }], [fern], []],
    [
      'sent again after: nothing',
      [],
      [],
      [
        { method: 'PATCH', fault: undefined },
        { method: 'PATCH', fault: undefined },
      ],
    ],
  ])('notices: %s', (words, calls, plants, met) => {
    expect(judge(calls, plants, met).join('\n')).toContain(words)
  })
})
