// Adds the base spec to the operations of a contract: parameters, headers and responses.

import { isProblemType, problemMediaType } from '../model/bodies.ts'
import type { ContractModel, OperationModel } from '../model/contract.ts'
import { mapValues, mergeDeep, type Node, pickBy, resolveNode, toNode } from '../model/node.ts'
import type { MaybeReference, Parameter, Response } from '../model/openapi.ts'
import { isIgnoredHeader } from '../model/operations.ts'
import { getTraits, type Trait } from '../model/traits.ts'
import { baseSpecFor } from './common.ts'
import { headerReferences, reference } from './components.ts'
import { type ItemPath, itemPathOf, withCursor } from './item.ts'
import { findResponse, hasAll, isSuccess, successHeaders } from './sent-headers.ts'

/** Fields that say what the base spec adds. The resolved spec has what they add instead. */
const directives = ['x-conditions', 'x-idempotency-key', 'x-paging', 'x-count', 'x-without-responses']

/** An operation, its traits, and the item of the collection at its path. */
interface OperationContext extends OperationModel {
  traits: ReadonlySet<Trait>
  item: ItemPath | undefined
}

export function operationCompleter(source: ContractModel, components: Node): (operation: OperationModel) => Node {
  const common = baseSpecFor(source)
  const completeError = errorCompleter(source, components)

  function complete(operation: OperationModel): Node {
    const traits = getTraits(source, operation)
    const context = { ...operation, traits, item: itemPathOf(source, operation.path) }
    const parameters = completeParameters(context)
    // Docs and types need a summary and a description.
    const { id, summary = id, description = summary, requestBody } = operation
    const added = common.sentences.filter((sentence) => hasAll(traits, sentence.for)).map(({ text }) => text)
    const { parameters: _, responses: __, ...rest } = toNode(operation.object)
    return {
      ...pickBy(rest, (_, name) => !directives.includes(name)),
      summary,
      description: added.length > 0 ? [description.trimEnd(), ...added].join('\n\n') : description,
      ...(parameters.length > 0 && { parameters }),
      // A standard method needs its body.
      ...(requestBody && { requestBody: traits.has('isStandard') ? { ...requestBody, required: true } : requestBody }),
      responses: completeResponses(context),
    }
  }

  function completeParameters({ object, parameters, traits, item }: OperationContext): unknown[] {
    const existing = new Set(parameters.map(parameterKey))
    const added = Object.entries(common.parameters).filter(([, parameter]) => {
      const isAdded = !existing.has(parameterKey(parameter)) && hasAll(traits, parameter.for)
      if (isAdded) existing.add(parameterKey(parameter))
      return isAdded
    })
    const inGroup = (group: string) =>
      added.flatMap(([name, parameter]) => {
        if (parameter.in !== group) return []
        return 'schema' in parameter ? reference('parameters', name) : withCursor(parameter, item)
      })
    return [...inGroup('query'), ...withoutIgnored(source, object.parameters), ...inGroup('header')]
  }

  function completeResponses(context: OperationContext): Node {
    const { object, traits } = context
    const responses: Node = {}
    for (const [name, { status, for: requiredTraits }] of Object.entries(common.responses)) {
      const isOmitted = context['x-without-responses']?.includes(String(status))
      if (requiredTraits && hasAll(traits, requiredTraits) && !isOmitted)
        responses[status] ??= reference('responses', name)
    }
    for (const { code, response } of context.responses) {
      const { 'x-problem': problem, ...error } = toNode(object.responses[code])
      const name = findResponse(common, traits, code, problem)
      responses[code] = isSuccess(code, name)
        ? completeSuccess(context, code, response)
        : completeError(toNode(components.responses)[name ?? ''], error)
    }
    return responses
  }

  function completeSuccess(context: OperationContext, code: string, success: Response): Node {
    const existingNames = Object.keys(success.headers ?? {}).map((name) => name.toLowerCase())
    const headers = successHeaders(source, context, context.traits, { code, response: success })
    return {
      ...success,
      headers: { ...pickBy(headers, (_, name) => !existingNames.includes(name.toLowerCase())), ...success.headers },
      ...(code === '200' &&
        context['x-paging'] && { content: mapValues(success.content, (media) => boundPage(context, media)) }),
    }
  }

  /** A page has at most as many items as a caller can ask for. */
  function boundPage({ parameters }: OperationModel, media: unknown): Node {
    const schema = toNode(toNode(media).schema)
    const limit = parameters.find(({ name }) => name === 'limit') ?? toNode(components.parameters).Limit
    const { maximum } = source.dereference(toNode(limit).schema)
    return { ...toNode(media), schema: schema.type === 'array' ? { maxItems: maximum, ...schema } : schema }
  }

  return complete
}

export function withoutIgnored(source: ContractModel, parameters: MaybeReference<Parameter>[] = []) {
  return parameters.filter((parameter) => !isIgnoredHeader(source.resolve(parameter)))
}

function parameterKey(parameter: { in: string; name: string }): string {
  return `${parameter.in} ${parameter.name.toLowerCase()}`
}

/** Returns a function that completes an error, which may have bodies besides the problem of the pipeline. */
export function errorCompleter(source: ContractModel, components: Node) {
  const root = toNode(source.document)
  const common = baseSpecFor(source)
  return (added: unknown, override: Node): unknown => {
    const error = resolveNode(root, override)
    const { [problemMediaType]: problem, ...bodies } = toNode(error.content)
    const { schema } = toNode(problem)
    const type = resolveNode(root, toNode(resolveNode(root, schema).properties).type)
    // A problem without a schema is one of the pipeline.
    const isCustom = schema !== undefined && !isProblemType(type.const)
    if (Object.keys(bodies).length === 0 && !isCustom && added !== undefined) return mergeDeep(added, error)
    const baseError = resolveNode({ components }, added)
    const baseProblem = toNode(toNode(baseError.content)[problemMediaType])
    const problems = isCustom ? withAlternative(toNode(problem), baseProblem) : toNode(mergeDeep(baseProblem, problem))
    const content = { ...bodies, ...(Object.keys(problems).length > 0 && { [problemMediaType]: problems }) }
    const headers = headerReferences(common, common.responseHeaders.problem)
    return {
      ...error,
      headers: { ...headers, ...toNode(baseError.headers), ...toNode(error.headers) },
      ...(Object.keys(content).length > 0 && { content }),
    }
  }
}

function withAlternative(custom: Node, baseProblem: Node): Node {
  if (baseProblem.schema === undefined) return custom
  const { example, examples = example === undefined ? {} : { example: { value: example } }, ...rest } = custom
  return {
    ...rest,
    schema: { anyOf: [custom.schema, baseProblem.schema] },
    examples: { ...toNode(examples), ...toNode(baseProblem.examples) },
  }
}
