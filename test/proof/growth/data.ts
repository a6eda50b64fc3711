// The plants of a run: one owner with half of them, and many small owners with the rest. They are created one after the
// other, in turn for the large owner and for a small one, so the plants of an owner are far from each other in time.
import { ownerOf } from '../../../server/core/caller.ts'
import type { Plant } from '../../../server/core/plants/plant-store.ts'

const issuer = 'https://id.example/realms/plants'
const subjectSuffix = '9a3c-4f6e-8b21-5d0e7c4a9f13'
/** The time of the first plant, in seconds. Each next one is a second later. */
const start = 1_760_000_000

export const plantsPerOwner = 20
/** The default of the contract. */
export const plantsPerPage = 20
export const commonTag = 'indoor'
export const rareTag = 'rare'
/** Of the large owner, far from each other, in each size. Fewer than a page: a list reads to the end. */
export const rarePlants = 20

export function ownersOf(plants: number): number {
  return plants / 2 / plantsPerOwner
}

/** @param number 0 is the large owner; the small ones are from 1. */
export function ownerName(number: number): string {
  return ownerOf(issuer, `${hex(number, 8)}-${subjectSuffix}`)
}

/** The number of the owner of plant `n`. */
export function ownerNumberOf(n: number, plants: number): number {
  return n % 2 === 0 ? 0 : 1 + ((((n - 1) / 2) * stride) % ownersOf(plants))
}

/** A prime that divides no number of owners. */
const stride = 7_919

/** A UUID of version 7 with the time of plant `n`. Any number beyond the loaded plants has a later id. */
export function idOf(n: number): string {
  const time = hex((start + n) * 1000, 12)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex((n * 40_503) % 4096, 3)}-8${hex((n * 2_477) % 4096, 3)}-${hex(n, 12)}`
}

/** Plant `n` of this many. From `plants` on, `n` is not loaded. */
export function plantOf(n: number, plants: number): Plant {
  const time = new Date((start + n) * 1000).toISOString()
  return { id: idOf(n), name: `Plant number ${n}`, tag: tagOf(n, plants), createdAt: time, updatedAt: time }
}

function tagOf(n: number, plants: number): string {
  const turn = Math.floor(n / 2)
  const every = rareEvery(plants)
  if (n % 2 === 0 && turn % every === 7 && Math.floor(turn / every) < rarePlants) return rareTag
  return turn % 4 === 0 ? commonTag : `bed ${turn % 20}`
}

function rareEvery(plants: number): number {
  return Math.floor(plants / 2 / rarePlants)
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0')
}

interface Dialect {
  /** The digits of a whole number in hexadecimal. */
  digits: (number: string, count: number) => string
  /** RFC 3339. @param seconds Since 1970. */
  time: (seconds: string) => string
  id: (text: string) => string
}

/** The columns owner, id, name, tag, created_at, updated_at of the plant `n` in SQL: the same as above. */
export function rowOf(plants: number, { digits, time, id }: Dialect): string {
  const owner = `CASE WHEN n % 2 = 0 THEN 0 ELSE 1 + ((n - 1) / 2 * ${stride}) % ${ownersOf(plants)} END`
  const [beforeName, afterName] = ownerName(0).split(hex(0, 8))
  const milliseconds = `(${start} + n) * 1000`
  const idText = `substr(${digits(milliseconds, 12)}, 1, 8) || '-' || substr(${digits(milliseconds, 12)}, 9) || '-7' ||
    ${digits('n * 40503 % 4096', 3)} || '-8' || ${digits('n * 2477 % 4096', 3)} || '-' || ${digits('n', 12)}`
  const every = rareEvery(plants)
  const tag = `CASE WHEN n % 2 = 0 AND n / 2 % ${every} = 7 AND n / 2 / ${every} < ${rarePlants} THEN '${rareTag}'
    WHEN n / 2 % 4 = 0 THEN '${commonTag}' ELSE 'bed ' || (n / 2 % 20) END`
  return `'${beforeName}' || ${digits(owner, 8)} || '${afterName}', ${id(idText)}, 'Plant number ' || n, ${tag},
    ${time(`${start} + n`)}, ${time(`${start} + n`)}`
}
