// What a schema allows other than null, in each spelling: several types, or null as an alternative.

import { flattenScalar } from './all-of.ts'
import { toNode } from './node.ts'
import type { Schema } from './openapi.ts'
import { schemaTypes } from './parameter-types.ts'

/**
 * @param schema A dereferenced schema. @returns The types of its values but null, none if a value can be an array, an
 * object or anything; and the schema of its values but null.
 */
export function readNullable(schema: Schema = {}) {
  const { oneOf, anyOf = oneOf ?? [], ...siblings } = schema
  // Dereferenced, except recursive references.
  const [value, ...otherValues] = (anyOf as Schema[]).filter((schema) => !isNull(schema))
  const { scalars, isArray, isObject, isAny } = schemaTypes([toNode(schema)])
  return {
    types: isArray || isObject || isAny ? [] : scalars.filter((type) => type !== 'null'),
    isNullable: scalars.includes('null'),
    schema: value !== undefined && otherValues.length === 0 ? flattenScalar({ allOf: [value], ...siblings }) : schema,
  }
}

function isNull(schema: Schema): boolean {
  const { scalars, isArray, isObject } = schemaTypes([toNode(schema)])
  return scalars.join() === 'null' && !isArray && !isObject
}
