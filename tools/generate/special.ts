// What is special about a collection is in the folder server/<its name>/: these generators import the modules that exist there.

import { existsSync } from 'node:fs'
import { camelCase } from './complete/common.ts'
import type { Contract } from './contract.ts'
import { deriveResources } from './resources.ts'

/** generated/handlers.ts: handlers and adapters of operations. */
export function handlers(contract: Contract): string {
  const { imports, names } = specialIn(contract, 'handlers')
  return [
    "\nimport type { Handlers } from '../server/core/resources/handler.ts'",
    ...imports,
    '\n/** What is special about operations. An operation that is not standard needs a handler. */',
    `export const handlers: Handlers = { ${names.map((name) => `...${name}`).join(', ')} }\n`,
  ].join('\n')
}

/** generated/upgrades.ts: databases of versions that stored a collection in another way. */
export function upgrades(contract: Contract): string {
  const { imports, names } = specialIn(contract, 'upgrades')
  return [
    "\nimport type { Upgrades } from '../server/store/schemas.ts'",
    ...imports,
    `\nexport const upgrades: Upgrades[] = [${names.join(', ')}]\n`,
  ].join('\n')
}

/** generated/first-start.ts: what is done at the first start. */
export function firstStart(contract: Contract): string {
  const { imports, names } = specialIn(contract, 'first-start')
  return [
    "\nimport type { FirstStart } from '../server/core/resources/first-start.ts'",
    ...imports,
    `\nexport const firstStart: FirstStart[] = [${names.join(', ')}]\n`,
  ].join('\n')
}

function specialIn(contract: Contract, module: string): { imports: string[]; names: string[] } {
  const collections = deriveResources(contract).collections.filter(({ parent }) => parent === undefined)
  const found = collections
    .map(({ path }) => path.split('/').at(-1) ?? '')
    .filter((name) => existsSync(`server/${name}/${module}.ts`))
  const names = found.map((name) => camelCase(`${name}-${module}`))
  const imports = found.map((name, index) => `import { ${names[index]} } from '../server/${name}/${module}.ts'`)
  return { imports, names }
}
