// The resolved spec: the hand-written contract, completed with the base spec.

import type { ContractModel } from '../model/contract.ts'
import { mapValues, mergeDeep, type Node, pickBy, referencedComponents, toList, toNode } from '../model/node.ts'
import type { Document } from '../model/openapi.ts'
import { getProduct } from '../model/product.ts'
import { baseSpecFor } from './common.ts'
import { commonComponents, reference } from './components.ts'
import { errorCompleter, operationCompleter, withoutIgnored } from './operation.ts'

/** @param source The hand-written contract; it is not changed. */
export function completeDocument(source: ContractModel): Document {
  const common = baseSpecFor(source)
  const root = toNode(source.document)
  const product = getProduct(root)
  const components = commonComponents(common, product.authority)
  const completeError = errorCompleter(source, components)
  const all = mergeComponents(components, toNode(root.components), completeError)
  const complete = operationCompleter(source, all)
  const { openapi, info, paths: _, 'x-common': __, 'x-problems': ___, ...rest } = root
  const completePaths = mapValues(source.document.paths, ({ parameters, ...item }): Node => {
    return { ...(parameters && { parameters: withoutIgnored(source, parameters) }), ...item }
  })
  for (const operation of source.operations)
    toNode(completePaths[operation.path])[operation.method] = complete(operation)
  const tags = toList(root.tags)
  const sharedResponses = Object.entries(common.responses).filter(([, { anyRequest }]) => anyRequest)
  const httpResponses = sharedResponses.map(([name, { status }]) => [status, reference('responses', name)])
  const document: Node = {
    openapi,
    info,
    servers: common.servers,
    ...rest,
    tags: [...tags, ...common.tags.filter(({ name }) => tags.every((tag) => toNode(tag).name !== name))],
    paths: completePaths,
    'x-product': product,
    'x-limits': mergeDeep(common.limits, root['x-limits']),
    'x-order-of-checks': common.orderOfChecks,
    'x-security-headers': common.securityHeaders,
    'x-exposed-headers': common.exposedHeaders,
    'x-http-responses': mergeDeep(Object.fromEntries(httpResponses), root['x-http-responses']),
  }
  // Redocly checks its structure (check/check-contract.ts).
  return JSON.parse(JSON.stringify({ ...document, components: onlyReferenced(document, all, toNode(root.components)) }))
}

/** Merges a response of the contract into the common response of its name. Other components replace common ones. */
function mergeComponents(common: Node, custom: Node, completeError: ReturnType<typeof errorCompleter>): Node {
  return mapValues({ ...custom, ...common }, (_group, name) => {
    const [added, override] = [toNode(common[name]), toNode(custom[name])]
    const isMerged = name === 'responses'
    return mapValues({ ...override, ...added }, (_component, key) => {
      if (!isMerged || !(key in added) || !(key in override)) return override[key] ?? added[key]
      return completeError(added[key], toNode(override[key]))
    })
  })
}

/** Returns all components of the contract, and those of the base spec that something refers to. */
function onlyReferenced(document: Node, all: Node, root: Node): Node {
  const overrides = mapValues(root, (part, group) => mapValues(toNode(part), (_, name) => toNode(all[group])[name]))
  const referenced = referencedComponents(all, [document, overrides])
  const groups = mapValues(all, (members, group) =>
    pickBy(toNode(members), (_, name) => referenced.has(`${group}/${name}`) || name in toNode(root[group])),
  )
  return pickBy(groups, (members) => Object.keys(members).length > 0)
}
