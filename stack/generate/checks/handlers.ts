// Operations that have no standard method and no handler.

import { globSync, readFileSync } from 'node:fs'
import type { Contract } from '../contract.ts'
import { conditionSubjects } from '../items.ts'
import { deriveResources } from '../resources.ts'
import type { Finding } from './check.ts'

const unknownPlace = 'it is not a list, creation, get, update, replacement or deletion of a collection'

export function neededHandlers(contract: Contract): Finding[] {
  const { standard, adapted, reasons, refused } = deriveResources(contract)
  const reads = conditionSubjects(contract).flatMap(({ subject }) => (typeof subject === 'string' ? [] : subject.read))
  const written = globSync('server/{,*/}handlers.ts').map((file) => readFileSync(file, 'utf8'))
  // The compiler checks the handler.
  const hasHandler = (id: string) => written.some((text) => new RegExp(`\\b${id}\\b`).test(text))
  const isBelow = (path: string) => refused.some((one) => path === one.path || path.startsWith(`${one.path}/{`))
  const operations = contract.operations.flatMap((operation): Finding[] => {
    const { id, path, pointer } = operation
    if (standard.includes(operation) || isBelow(path) || hasHandler(id)) return []
    const handler = reads.includes(id) ? 'a function read' : 'a handler'
    const what = id in adapted ? 'a handler or an adapter' : handler
    const because = reasons.get(id) ?? [[pointer, unknownPlace] as const]
    return because.map(([place, reason]) => [place, `${id} needs ${what} in server/handlers.ts: ${reason}.`])
  })
  const paths = refused.flatMap(({ reasons }) => reasons)
  return [
    ...paths.map(([place, reason]): Finding => [place, `${reason}. Its operations need handlers.`]),
    ...operations,
  ]
}
