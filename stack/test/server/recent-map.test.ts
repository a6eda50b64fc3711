import { expect, it } from 'vitest'
import { RecentMap } from '../../server/recent-map.ts'

function filled(entries: number) {
  const map = new RecentMap<number>(10)
  for (let key = 0; key < entries; key++) map.set(`${key}`, key)
  return map
}

const countKept = (map: RecentMap<number>, entries: number) =>
  Array.from({ length: entries }, (_, key) => map.get(`${key}`)).filter((value) => value !== undefined).length

it('keeps at least the last half of its entries, and forgets the first ones', () => {
  expect(countKept(filled(5), 5)).toBe(5)
  const map = filled(1_000)
  expect([map.get('999'), map.get('0')]).toEqual([999, undefined])
  expect(countKept(filled(1_000), 1_000)).toBeLessThanOrEqual(10)
})

it('keeps an entry that is used again and again', () => {
  const map = filled(1)
  for (let key = 1; key < 1_000; key++) {
    map.set(`${key}`, key)
    expect(map.get('0')).toBe(0)
  }
})
