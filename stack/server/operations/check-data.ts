// Checks stored items against a changed contract, before it is deployed. Prints the commands that repair them.
import { compiledValidator } from '../../core/contract/compiled-validator.ts'
import { schemaMessage } from '../../core/contract/field-message.ts'
import { formatPlace } from '../../core/contract/property-place.ts'
import { type Fault, faultFinder } from '../../core/resources/change-stored.ts'
import { findStoredProblems, type StoredProblems } from '../../core/resources/check-stored.ts'
import { type Repair, repairFinder } from '../../core/resources/find-repairs.ts'
import { type Command, ownCommand } from '../api.ts'
import { readData } from '../configuration/read-configuration.ts'
import { counted } from './progress.ts'
import { type Items, readPostgres, readSqlite } from './stored-data.ts'

const placeholder = 'VALUE'

export const checkData: Command = async (api, environment) => {
  const { contract, server, changeCommand = ownCommand('change-data') } = api
  const { database, dataFolder } = readData(environment)
  const { add: observe, repairs } = repairFinder(faultFinder(server.validators))
  const check = (items: Items) => findStoredProblems(contract, items, compiledValidator(server.validators), { observe })
  const problems = database
    ? await readPostgres(database, check)
    : await readSqlite(contract.product, dataFolder, check)
  if (problems.length === 0) console.log('All stored items fit the contract.')
  for (const line of problems.flatMap(toLines)) console.log(line)
  const advice = repairs().flatMap((repair) => repairLines(repair, changeCommand))
  if (advice.length > 0) advice.push('The commands only count: add APPLY=1 to change the items.')
  if (advice.some((line) => line.includes(`=${placeholder}'`))) {
    advice.push(`Write a value as JSON in the place of ${placeholder}.`)
  }
  for (const line of advice) console.log(line)
  if (problems.some(({ invalid, unseen }) => invalid.count + unseen > 0)) process.exitCode = 1
}

function toLines({ path, invalid, undeclared, unseen }: StoredProblems): string[] {
  return [
    ...(invalid.count > 0
      ? [`${path}: ${counted(invalid.count)} ${invalid.count === 1 ? 'breaks' : 'break'} the contract, such as:`]
      : []),
    ...invalid.items.map(({ id, error }) => `  ${id}: ${error}`),
    ...(undeclared.count > 0 ? [`${path}: undeclared properties in ${counted(undeclared.count)}.`] : []),
    ...(unseen > 0 ? [`${path}: no caller sees ${counted(unseen)}, because x-access gives them another owner`] : []),
  ]
}

function repairLines({ collection, place, count, fault, canDrop, names }: Repair, command: string): string[] {
  const { path } = collection
  const property = formatPlace(place)
  const changes = [
    ...(canDrop ? [`DROP='${path} ${property}'`] : []),
    ...names.map((name) => `RENAME='${path} ${property}=${formatPlace([name])}'`),
    ...(fault && !isSurplus(fault) ? [`SET='${path} ${property}=${allowedValue(fault)}'`] : []),
  ]
  const problem = fault ? schemaMessage(fault) : 'is not declared'
  if (place.length === 0) return [`${path}: ${counted(count)}: ${problem}`]
  return [`${path}: ${property} ${problem}: ${counted(count)}`, ...changes.map((change) => `  ${change} ${command}`)]
}

function isSurplus({ keyword }: Fault): boolean {
  return keyword === 'additionalProperties' || keyword === 'unevaluatedProperties'
}

/** As JSON, if the contract names one. */
function allowedValue({ keyword, params }: Fault): string {
  const { allowedValues, allowedValue = Object(allowedValues)[0], limit } = params
  const value = keyword === 'minimum' || keyword === 'maximum' ? limit : allowedValue
  return value === undefined ? placeholder : JSON.stringify(value).replaceAll("'", '\\u0027')
}
