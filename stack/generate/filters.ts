// Query parameters that a standard list understands.

import type { Contract, Operation, Reference, Schema } from './contract.ts'
import { parameterType } from './parameter-types.ts'

type Parameter = Operation['parameters'][number]

const pagingParameters = ['limit', 'after']

/** A filter has the name and the type of a field. */
export function isFilter(contract: Contract, parameter: Parameter, item: Reference<Schema>): boolean {
  const { [parameter.name]: field } = contract.getProperties(item)
  const { type } = contract.wholeSchema(parameter.schema)
  const valueType = parameterType(contract, parameter)
  const isPaging = pagingParameters.includes(parameter.name)
  // Databases and express-openapi-validator read these characters in a way of their own.
  const isPlain = !/["[\]\\]/.test(parameter.name)
  return (
    parameter.in === 'query' &&
    !isPaging &&
    isPlain &&
    typeof type === 'string' &&
    // Neither JSON nor an array or an object.
    (valueType ?? 'string') === type &&
    [field?.type].flat().includes(type)
  )
}

/** Whether a list cannot be standard because of this parameter. */
export function isUnknownFilter(contract: Contract, parameter: Parameter, item: Reference<Schema>): boolean {
  const { name, in: group } = parameter
  return group === 'query' && !pagingParameters.includes(name) && !isFilter(contract, parameter, item)
}
