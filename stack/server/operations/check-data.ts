// Checks stored items against a changed contract, before it is deployed. Names the items at fault, and changes nothing.
import { compiledValidator } from '../../core/contract/compiled-validator.ts'
import { findStoredProblems, type StoredProblems } from '../../core/resources/check-stored.ts'
import type { Command } from '../api.ts'
import { readData } from '../configuration/read-configuration.ts'
import { counted } from './progress.ts'
import { type Items, readPostgres, readSqlite } from './stored-data.ts'

export const checkData: Command = async ({ contract, server }, environment) => {
  const { database, dataFolder } = readData(environment)
  const check = (items: Items) => findStoredProblems(contract, items, compiledValidator(server.validators))
  const problems = database
    ? await readPostgres(database, check)
    : await readSqlite(contract.product, dataFolder, check)
  if (problems.length === 0) console.log('All stored items fit the contract.')
  for (const line of problems.flatMap(toLines)) console.log(line)
  if (problems.some(({ invalid, unseen }) => invalid.count + unseen > 0)) process.exitCode = 1
}

function toLines({ path, invalid, undeclared, unseen }: StoredProblems): string[] {
  const properties = Object.entries(undeclared.properties).map(([place, count]) => `  ${place}: ${counted(count)}`)
  return [
    ...(invalid.count > 0
      ? [`${path}: ${counted(invalid.count)} ${invalid.count === 1 ? 'breaks' : 'break'} the contract, such as:`]
      : []),
    ...invalid.items.map(({ id, error }) => `  ${id}: ${error}`),
    ...(undeclared.count > 0 ? [`${path}: ${counted(undeclared.count)} with undeclared properties, such as:`] : []),
    ...properties,
    ...(unseen > 0 ? [`${path}: no caller sees ${counted(unseen)}, because x-access gives them another owner`] : []),
  ]
}
