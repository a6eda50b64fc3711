// The headers that the stack itself sends with a response.

import type { ContractModel, OperationModel, ResponseEntry, StackDefaults } from '../model/contract.ts'
import { pascalCase } from '../model/names.ts'
import { mapValues, type Node, resolveNode, toNode } from '../model/node.ts'
import { getOperationTraits, getTraits, type Trait } from '../model/traits.ts'
import { type BaseSpec, baseSpecFor } from './common.ts'
import { headerReferences, responseHeaders } from './components.ts'
import { exampleId, getLocation, itemPathOf } from './item.ts'

/** @param source The hand-written contract. @returns What its standard methods get from the base spec. */
export function getStackDefaults(source: ContractModel): StackDefaults {
  const { Limit } = { ...toNode(baseSpecFor(source).parameters), ...toNode(source.document.components.parameters) }
  return {
    maxLimit: Number(toNode(toNode(Limit).schema).maximum),
    sentHeaders: (operation, response) => {
      const traits = getOperationTraits(source, operation).add('isStandard')
      return new Set(Object.keys(sentHeaders(source, operation, response, traits)))
    },
  }
}

/** @returns The Header Objects by name. @param operation `undefined` for a response that any request can get. */
export function sentHeaders(
  source: ContractModel,
  operation: OperationModel | undefined,
  { code, response }: Pick<ResponseEntry, 'code' | 'response'>,
  traits: ReadonlySet<Trait> = operation ? getTraits(source, operation) : new Set(),
): Record<string, Node> {
  const common = baseSpecFor(source)
  const problem = toNode(operation?.object.responses[code])['x-problem']
  const name = operation ? findResponse(common, traits, code, problem) : anyRequestResponse(common, code)
  const commonResponse = common.responses[name ?? '']
  const headers =
    operation && isSuccess(code, name)
      ? successHeaders(source, operation, traits, { code, response })
      : headerReferences(
          common,
          commonResponse ? responseHeaders(common, commonResponse) : common.responseHeaders.problem,
        )
  return mapValues(headers, (header) => resolveNode({ components: common }, header))
}

/** @returns The name of the common response of a status, or of a problem. */
export function findResponse(common: BaseSpec, traits: ReadonlySet<Trait>, code: string, problem: unknown) {
  if (problem !== undefined) return pascalCase(String(problem))
  const candidates = Object.entries(common.responses).filter(([, { status }]) => String(status) === code)
  const match = candidates.find(([, candidate]) => candidate.for && hasAll(traits, candidate.for))
  // The problems of a contract have no `for`: they come before common responses of other operations.
  return (match ?? candidates.find(([, candidate]) => candidate.for === undefined) ?? candidates[0])?.[0]
}

function anyRequestResponse({ responses }: BaseSpec, code: string): string | undefined {
  return Object.keys(responses).find((name) => responses[name]?.anyRequest && String(responses[name].status) === code)
}

export function isSuccess(code: string, commonResponse: string | undefined): boolean {
  return /^[12]/.test(code) || (/^3/.test(code) && commonResponse === undefined)
}

/** @returns The headers that the base spec adds to a successful response: references to components, and Location. */
export function successHeaders(
  source: ContractModel,
  operation: OperationModel,
  traits: ReadonlySet<Trait>,
  { code, response }: Pick<ResponseEntry, 'code' | 'response'>,
): Node {
  const common = baseSpecFor(source)
  const item = itemPathOf(source, operation.path)
  // A 201 has the ETag and the date of the new item.
  const readMethod = code === '201' ? item?.read : undefined
  const validatorTraits = readMethod ? getOperationTraits(source, readMethod) : traits
  const present: Partial<Record<Trait, boolean>> = {
    hasETag: validatorTraits.has('hasETag'),
    hasLastModified: validatorTraits.has('hasLastModified'),
    creates: code === '201',
    pages: code === '200' && traits.has('pages'),
    returnsBody: response.content !== undefined,
  }
  const components = Object.entries(common.responseHeaders.success).flatMap(([name, requiredTraits]) =>
    requiredTraits.every((trait) => present[trait] ?? traits.has(trait)) ? name : [],
  )
  const headers = headerReferences(common, components)
  if (item && 'Location' in headers)
    headers.Location = getLocation(headers.Location, operation.path, item, exampleId(source, response))
  return headers
}

export function hasAll(traits: ReadonlySet<Trait>, requiredTraits: Trait[]): boolean {
  return requiredTraits.every((trait) => traits.has(trait))
}
