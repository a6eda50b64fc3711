// Checks stored items against the contract, before a version with a changed contract is deployed.
import { compiledValidator } from '../../core/contract/compiled-validator.ts'
import { findStoredProblems, type StoredProblems } from '../../core/resources/check-stored.ts'
import type { Command } from '../api.ts'
import { readData } from '../configuration/read-configuration.ts'
import { type Items, readPostgres, readSqlite } from './stored-data.ts'

export const checkData: Command = async ({ contract, server }, environment) => {
  const { database, dataFolder } = readData(environment)
  const check = (items: Items) => findStoredProblems(contract, items, compiledValidator(server.validators))
  const problems = database
    ? await readPostgres(database, check)
    : await readSqlite(contract.product, dataFolder, check)
  if (problems.length === 0) console.log('All stored items fit the contract.')
  for (const one of problems) console.log(linesOf(one).join('\n'))
  if (problems.some(({ invalid }) => invalid.count > 0)) process.exitCode = 1
}

function linesOf({ path, invalid, undeclared, unseen }: StoredProblems): string[] {
  const places = Object.entries(undeclared.properties).map(([place, count]) => `${place} (${count})`)
  return [
    ...(invalid.count > 0 ? [`${path}: ${invalid.count} items break the contract, such as:`] : []),
    ...invalid.items.map(({ id, error }) => `  ${id}: ${error}`),
    ...(undeclared.count > 0
      ? [`${path}: ${undeclared.count} items have undeclared properties: ${places.join(', ')}`]
      : []),
    ...(unseen > 0 ? [`${path}: no caller sees ${unseen} items, because x-access gives them another owner`] : []),
  ]
}
