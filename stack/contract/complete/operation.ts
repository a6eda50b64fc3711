// Adds the common part to the operations of a contract: parameters, headers of successes, and responses.

import { isAnyOfCreator } from '../model/access.ts'
import { isProblemType, problemMediaType } from '../model/bodies.ts'
import { pascalCase } from '../model/names.ts'
import { filtered, mapped, merged, type Node, resolved, toList, toNode } from '../model/node.ts'
import {
  type ContractKinds,
  contractKinds,
  getKinds,
  type Kind,
  type Place,
  readParameters,
} from '../model/operations.ts'
import type { Common } from './common.ts'
import { headersNamed, reference } from './components.ts'
import { exampleId, getLocation, type Item, toItem, withPosition } from './item.ts'

/** Fields that say what the common part adds. The complete contract has what they add instead. */
const instructions = ['x-conditions', 'x-idempotency-key', 'x-paging', 'x-count', 'x-without-responses']

/** An operation, what it does, and the item of the collection at its path. */
interface Target extends Place {
  kinds: Set<Kind>
  item: Item | undefined
}

export function operationCompleter(
  own: Node,
  common: Common,
  components: Node,
  ofContract: ContractKinds,
): (place: Place) => Node {
  const completeError = errorCompleter(own, common, components)
  const hasCreators = isAnyOfCreator(own.paths)
  const responseKinds = Object.entries(common.responses).map(([name, { status, for: kinds }]) => {
    return { name, status: String(status), kinds }
  })

  function complete(place: Place): Node {
    const kinds = getKinds(own, place)
    for (const kind of contractKinds) if (ofContract[kind]?.(place.operation.operationId)) kinds.add(kind)
    // A handler can change items of any collection.
    if (hasCreators && !kinds.has('isStandard') && !kinds.has('reads')) kinds.add('changesOwnItem')
    const target = { ...place, kinds, item: toItem(own, place.path) }
    const parameters = completeParameters(target)
    // Docs and types need both texts.
    const { operationId, summary = operationId, description = summary, requestBody } = place.operation
    const added = common.sentences.filter((one) => hasAll(kinds, one.for)).map(({ text }) => text)
    const { parameters: _, responses: __, ...rest } = place.operation
    return {
      ...filtered(rest, (_, name) => !instructions.includes(name)),
      summary,
      description: added.length > 0 ? [String(description).trimEnd(), ...added].join('\n\n') : description,
      ...(parameters.length > 0 && { parameters }),
      ...(requestBody !== undefined && { requestBody: completeBody(target) }),
      responses: completeResponses(target),
    }
  }

  /** A standard method needs its body. */
  function completeBody({ operation, kinds }: Target): Node {
    const body = resolved(own, operation.requestBody)
    return kinds.has('needsHandler') || body.required === true ? body : { ...body, required: true }
  }

  function completeParameters({ operation, parameters, kinds, item }: Target): unknown[] {
    const taken = new Set(parameters.map(getKey))
    const added = Object.entries(common.parameters).filter(([, parameter]) => {
      const isAdded = !taken.has(getKey(parameter)) && hasAll(kinds, parameter.for)
      if (isAdded) taken.add(getKey(parameter))
      return isAdded
    })
    const inGroup = (group: string) =>
      added.flatMap(([name, parameter]) => {
        if (parameter.in !== group) return []
        return 'schema' in parameter ? reference('parameters', name) : withPosition(parameter, item)
      })
    return [...inGroup('query'), ...readParameters(own, operation.parameters), ...inGroup('header')]
  }

  function completeResponses(target: Target): Node {
    const { operation, kinds } = target
    const omitted = toList(operation['x-without-responses']).map(String)
    const usual = responseKinds.filter((one) => one.kinds !== undefined && hasAll(kinds, one.kinds))
    const responses: Node = {}
    for (const { status, name } of usual) {
      if (!omitted.includes(status)) responses[status] ??= reference('responses', name)
    }
    for (const [status, response] of Object.entries(toNode(operation.responses))) {
      const { 'x-problem': problem, ...written } = toNode(response)
      const isCommon = (one: { status: string }) => one.status === status
      // Before other common responses, one of the contract.
      const isOwn = (one: (typeof responseKinds)[number]) => isCommon(one) && one.kinds === undefined
      const found = usual.find(isCommon) ?? responseKinds.find(isOwn) ?? responseKinds.find(isCommon)
      const name = problem === undefined ? found?.name : pascalCase(String(problem))
      const isSuccess = /^[12]/.test(status) || (/^3/.test(status) && name === undefined)
      responses[status] = isSuccess
        ? completeSuccess(target, status, resolved(own, response))
        : completeError(toNode(components.responses)[name ?? ''], written)
    }
    return responses
  }

  function completeSuccess({ path, kinds, item }: Target, status: string, success: Node): Node {
    // A 201 has the ETag and the date of the new item.
    const created = status === '201' ? item : undefined
    const validated = created?.read ? getKinds(own, created.read) : kinds
    const has: Partial<Record<Kind, boolean>> = {
      hasETag: validated.has('hasETag'),
      hasLastModified: validated.has('hasLastModified'),
      creates: status === '201',
      pages: status === '200' && kinds.has('pages'),
      returnsBody: success.content !== undefined,
    }
    const written = Object.keys(toNode(success.headers)).map((name) => name.toLowerCase())
    const names = Object.entries(common.responseHeaders.success).flatMap(([name, needed]) => {
      if (written.includes((common.headerNames[name] ?? name).toLowerCase())) return []
      return needed.every((kind) => has[kind] ?? kinds.has(kind)) ? name : []
    })
    const headers = headersNamed(common, names)
    if (created && 'Location' in headers)
      headers.Location = getLocation(headers.Location, path, created, exampleId(own, success))
    return {
      ...success,
      headers: { ...headers, ...toNode(success.headers) },
      ...(has.pages && { content: mapped(toNode(success.content), boundedPage) }),
    }
  }

  /** A page has at most as many items as a caller can ask for. */
  function boundedPage(media: unknown): Node {
    const schema = toNode(toNode(media).schema)
    const { maximum } = toNode(toNode(toNode(components.parameters).Limit).schema)
    return { ...toNode(media), schema: schema.type === 'array' ? { maxItems: maximum, ...schema } : schema }
  }

  return complete
}

function hasAll(kinds: Set<Kind>, needed: Kind[]): boolean {
  return needed.every((kind) => kinds.has(kind))
}

function getKey(parameter: Node): string {
  return `${parameter.in} ${String(parameter.name).toLowerCase()}`
}

/** An error can have a body of the contract, beside the problem of the pipeline. @returns Completes an error. */
export function errorCompleter(own: Node, common: Common, components: Node) {
  return (added: unknown, written: Node): unknown => {
    const error = resolved(own, written)
    const { [problemMediaType]: problem, ...bodies } = toNode(error.content)
    const { schema } = toNode(problem)
    const type = resolved(own, toNode(resolved(own, schema).properties).type)
    // Without a schema of its own, it is a problem of the service, too.
    const isOther = schema !== undefined && !isProblemType(type.const)
    if (Object.keys(bodies).length === 0 && !isOther && added !== undefined) return merged(added, error)
    const usual = resolved({ components }, added)
    const ofPipeline = toNode(toNode(usual.content)[problemMediaType])
    const problems = isOther ? withAlternative(toNode(problem), ofPipeline) : toNode(merged(ofPipeline, problem))
    const content = { ...bodies, ...(Object.keys(problems).length > 0 && { [problemMediaType]: problems }) }
    const headers = headersNamed(common, common.responseHeaders.problem)
    return {
      ...error,
      headers: { ...headers, ...toNode(usual.headers), ...toNode(error.headers) },
      ...(Object.keys(content).length > 0 && { content }),
    }
  }
}

function withAlternative(own: Node, ofPipeline: Node): Node {
  if (ofPipeline.schema === undefined) return own
  const { example, examples = example === undefined ? {} : { example: { value: example } }, ...rest } = own
  return {
    ...rest,
    schema: { anyOf: [own.schema, ofPipeline.schema] },
    examples: { ...toNode(examples), ...toNode(ofPipeline.examples) },
  }
}
