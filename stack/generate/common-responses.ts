// The chapter "Common responses": which kinds of operations get each response of the common part, and why.

import { type Common, type CommonResponse, commonPartFor } from './complete/common.ts'
import type { Contract } from './contract.ts'
import { table } from './docs-reference.ts'

/** @param link Returns a link to the page of a problem. */
export function commonResponses(contract: Contract, link: (problem: string) => string): string {
  const common = commonPartFor({
    info: contract.document.info,
    'x-product': contract.document['x-product'],
    'x-limits': contract.document['x-limits'],
  })
  const used = Object.entries(common.responses).flatMap(([name, one]) => (contract.responses.has(name) ? [one] : []))
  const sorted = used.toSorted((one, other) => one.status - other.status)
  // A request that cannot be read belongs to no operation.
  const groups = Map.groupBy(sorted, ({ status, problem, also, isUnread }) => [status, problem, also, isUnread].join())
  return table(
    ['Response', 'Which requests can get it', 'Why'],
    [...groups.values()].map((variants) => [getName(variants), getRequests(common, variants), variants.at(-1)?.why]),
  )

  function getName([{ status, problem, also } = {}]: Partial<CommonResponse>[]): string {
    const links = [problem, also].filter((one) => one !== undefined).map(link)
    return `\`${status}\` ${links.join(' or ')}`
  }
}

/** @param variants Responses with the same status and problem: those for more kinds of operations come later. */
function getRequests(common: Common, variants: CommonResponse[]): string {
  const kinds = variants.findLast((one) => one.for)?.for
  const those = kinds && `Operations that ${kinds.map((kind) => common.kinds[kind]).join(' and ')}`
  const operations = kinds?.includes('any') ? 'Every operation' : those
  if (!variants.some(({ anyRequest }) => anyRequest)) return operations ?? ''
  return operations === undefined ? 'Any request' : `${operations}; also a request to another path`
}
