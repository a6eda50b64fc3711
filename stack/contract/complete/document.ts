// The resolved spec: the hand-written one, and the base spec for everything that it does not say itself.

import type { ContractModel } from '../model/contract.ts'
import { filtered, mapped, merged, type Node, referredComponents, toList, toNode } from '../model/node.ts'
import type { Document } from '../model/openapi.ts'
import { getProduct } from '../model/product.ts'
import { commonPartFor } from './common.ts'
import { commonComponents, reference } from './components.ts'
import { errorCompleter, operationCompleter, withoutIgnored } from './operation.ts'

/** @param source The hand-written contract; it is not changed. */
export function completeDocument(source: ContractModel): Document {
  const common = commonPartFor(source)
  const root = toNode(source.document)
  const product = getProduct(root)
  const components = commonComponents(common, product.authority)
  const completeError = errorCompleter(source, components)
  const all = mergedComponents(components, toNode(root.components), completeError)
  const complete = operationCompleter(source, all)
  const { openapi, info, paths: _, 'x-common': __, 'x-problems': ___, ...rest } = root
  const completePaths = mapped(source.document.paths, ({ parameters, ...item }): Node => {
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
    'x-limits': merged(common.limits, root['x-limits']),
    'x-order-of-checks': common.orderOfChecks,
    'x-security-headers': common.securityHeaders,
    'x-exposed-headers': common.exposedHeaders,
    'x-http-responses': merged(Object.fromEntries(httpResponses), root['x-http-responses']),
  }
  // Only the generators rely on its type (check/check-contract.ts).
  return JSON.parse(JSON.stringify({ ...document, components: onlyReferred(document, all, toNode(root.components)) }))
}

/** A response of the contract is merged into the common one of its name; any other component replaces it. */
function mergedComponents(common: Node, own: Node, completeError: ReturnType<typeof errorCompleter>): Node {
  return mapped({ ...own, ...common }, (_group, name) => {
    const [added, override] = [toNode(common[name]), toNode(own[name])]
    const isMerged = name === 'responses'
    return mapped({ ...override, ...added }, (_component, key) => {
      if (!isMerged || !(key in added) || !(key in override)) return override[key] ?? added[key]
      return completeError(added[key], toNode(override[key]))
    })
  })
}

/** All components of the contract, and those of the base spec that something refers to. */
function onlyReferred(document: Node, all: Node, root: Node): Node {
  const overrides = mapped(root, (members, group) => mapped(toNode(members), (_, name) => toNode(all[group])[name]))
  const referred = referredComponents(all, [document, overrides])
  const groups = mapped(all, (members, group) =>
    filtered(toNode(members), (_, name) => referred.has(`${group}/${name}`) || name in toNode(root[group])),
  )
  return filtered(groups, (members) => Object.keys(members).length > 0)
}
