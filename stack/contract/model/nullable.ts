// What a schema allows other than null, in each spelling: several types, or null as an alternative.

import { joinedScalar } from './all-of.ts'
import { toNode } from './node.ts'
import type { Schema } from './openapi.ts'
import { schemaTypes } from './parameter-types.ts'

/**
 * @param whole Without references. @returns The types other than null, none if a value can be an array, an object or anything,
 * and the schema of these values.
 */
export function readNullable(whole: Schema = {}) {
  const { oneOf, anyOf = oneOf ?? [], ...siblings } = whole
  // A whole schema has no references.
  const [value, ...others] = (anyOf as Schema[]).filter((schema) => !isNull(schema))
  const { scalars, isArray, isObject, isAny } = schemaTypes([toNode(whole)])
  return {
    types: isArray || isObject || isAny ? [] : scalars.filter((type) => type !== 'null'),
    isNullable: scalars.includes('null'),
    schema: value !== undefined && others.length === 0 ? joinedScalar({ allOf: [value], ...siblings }) : whole,
  }
}

function isNull(schema: Schema): boolean {
  const { scalars, isArray, isObject } = schemaTypes([toNode(schema)])
  return scalars.join() === 'null' && !isArray && !isObject
}
