// The data with which the docs page sends requests of each operation, and shows its code samples.

import { formFields } from '../../contract/model/bodies.ts'
import type { ContractModel } from '../../contract/model/contract.ts'
import { findExample } from '../../contract/model/examples.ts'
import { pickBy, toNode } from '../../contract/model/node.ts'
import type { MediaType, Parameter } from '../../contract/model/openapi.ts'
import { parameterData, parameterStyle } from '../../contract/model/parameter-types.ts'
import { toSample } from '../../contract/model/sample.ts'
import { bodyKind } from '../../core/contract/media-types.ts'
import type { CallBody, CallParameter, TryItOperation } from '../../docs/call.ts'
import { codeSamples } from './code-samples.ts'
import { exampleCall, getBody } from './sample-request.ts'
import { plainMarkdown } from './search.ts'

export function getCalls(contract: ContractModel): TryItOperation[] {
  return contract.operations.map((operation) => {
    const { id, method, path, summary, bases, alternatives = [], parameters, requestBody } = operation
    const { content = {}, required = false } = requestBody ?? {}
    return {
      operationId: id,
      summary,
      method: method.toUpperCase(),
      path: `${bases[0]}${path}`,
      parameters: parameters.map((parameter) => callParameter(contract, parameter)),
      alternatives: alternatives
        .filter(({ length }) => length > 0)
        .map((all) => all.map(({ scheme, in: location, name }) => ({ scheme, in: location, ...(name && { name }) }))),
      bodies: Object.entries(content).map(([name, media]) => callBody(contract, name, media)),
      isBodyRequired: required,
      samples: codeSamples(exampleCall(contract, operation)),
    }
  })
}

function callParameter(contract: ContractModel, parameter: Parameter): CallParameter {
  const { name, in: location, required = false, deprecated = false, allowEmptyValue = false } = parameter
  const { json, items, properties } = parameterData(contract, parameter)
  const kind = json ? 'json' : items ? 'array' : properties ? 'object' : undefined
  const example = findExample(contract, parameter) ?? (kind && toSample(contract, parameter.schema))
  return {
    name,
    in: location,
    isRequired: required,
    isDeprecated: deprecated,
    allowEmptyValue: allowEmptyValue,
    ...(kind && { kind }),
    style: parameterStyle(contract, parameter),
    example: example === undefined ? '' : kind === undefined ? String(example) : JSON.stringify(example),
    description: plainText(parameter.description),
  }
}

function callBody(contract: ContractModel, name: string, media: MediaType): CallBody {
  const { mediaType, value, files = [] } = getBody(contract, name, media)
  const { required = [], properties = {} } = contract.objectSchema(media.schema)
  const fieldLines = Object.entries(properties).map(([field, schema]) => {
    const { description } = contract.dereference(schema)
    return `${field}${required.includes(field) ? ' (required)' : ''}: ${plainText(description)}`
  })
  const { fields = {} } = formFields(contract, mediaType, media)
  const kind = bodyKind(mediaType)
  const texts = kind === 'multipart' ? pickBy(toNode(value), (_, field) => !files.includes(field)) : value
  const example = kind === 'text' ? String(value) : JSON.stringify(texts, null, 2)
  return {
    mediaType,
    ...(name !== mediaType && { range: name }),
    example: kind === 'bytes' ? '' : example,
    files: files.map((field) => {
      return { name: field, isRequired: required.includes(field), isArray: fields[field]?.isArray === true }
    }),
    fields: fieldLines.filter((line) => !line.endsWith(': ')),
  }
}

function plainText(markdown = ''): string {
  return plainMarkdown(markdown).replaceAll('`', '')
}
