// The public names of @plant-collection/client/csv. The other files of this folder are commands.

export * from 'contract-stack/csv'
export { type AddedRows, type AddMissingOptions, addMissing } from './add-missing.ts'
export { missingRows } from './missing-rows.ts'
