// The public names of @plant-collection/client/csv. The other files of this folder are commands.

export * from 'contract-stack/csv'
export { missingRows } from './missing-rows.ts'
