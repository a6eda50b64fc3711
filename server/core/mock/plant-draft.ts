// Plants that a person writes for a mock, in a file or in a test.
import type { Plant, PlantDraft } from '../../../generated/api.d.ts'
import { operationOf } from '../contract/plan.ts'
import { detailOf, type Validator } from '../contract/validator.ts'

const createPlant = operationOf('createPlant')

/** Returns what is wrong with the plant, by the rules of createPlant; `undefined` for a valid one. */
export function draftError(draft: unknown, { validateRequest }: Validator): string | undefined {
  const parts = { path: {}, query: {}, headers: {}, body: draft }
  const [violation] = validateRequest(createPlant, createPlant.requestMediaTypes[0], parts)
  if (violation === undefined) return undefined
  const field = violation.property ?? violation.name.slice(1)
  return `${field} ${detailOf(violation)}`.trim()
}

export function plantOf({ name, tag = '' }: PlantDraft, id: string, at: Date): Plant {
  const time = at.toISOString()
  return { id, name, tag, createdAt: time, updatedAt: time }
}

/** The nth id: the same in each run, so that it is easy to expect in a test. */
export function idOf(count: number): string {
  return `00000000-0000-7000-8000-${count.toString(16).padStart(12, '0')}`
}

const firstTime = Date.UTC(2025, 0, 1)

/** The plants that every collection starts with. Equal drafts give equal ids and times. */
export function firstPlantsOf(drafts: PlantDraft[]): Plant[] {
  return drafts.map((draft, index) => plantOf(draft, idOf(index + 1), new Date(firstTime + index * 1000)))
}
