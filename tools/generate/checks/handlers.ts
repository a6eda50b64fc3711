// Operations that have no standard method and no handler.

import { existsSync, readFileSync } from 'node:fs'
import type { Contract } from '../contract.ts'
import { deriveResources } from '../resources.ts'
import { folderOf } from '../special.ts'
import type { Finding } from './check.ts'

const unknownPlace = 'it is not a list, creation, get, update or deletion of a collection'

export function neededHandlers(contract: Contract): Finding[] {
  const { standard, adapted, reasons, refused } = deriveResources(contract)
  const isBelow = (path: string) => refused.some((one) => path === one.path || path.startsWith(`${one.path}/{`))
  const operations = contract.operations.flatMap((operation): Finding[] => {
    const { id, path, pointer } = operation
    const file = `server/${folderOf(contract, path)}/handlers.ts`
    if (standard.includes(operation) || isBelow(path) || hasHandler(file, id)) return []
    const what = id in adapted ? 'a handler or an adapter' : 'a handler'
    const because = reasons.get(id) ?? [[pointer, unknownPlace] as const]
    return because.map(([place, reason]) => [place, `${id} needs ${what} in ${file}: ${reason}.`])
  })
  const paths = refused.flatMap(({ reasons }) => reasons)
  return [
    ...paths.map(([place, reason]): Finding => [place, `${reason}. Its operations need handlers.`]),
    ...operations,
  ]
}

/** The compiler checks the handler. */
function hasHandler(file: string, id: string): boolean {
  return existsSync(file) && new RegExp(`\\b${id}\\b`).test(readFileSync(file, 'utf8'))
}
