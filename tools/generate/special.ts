// What is special about a collection is in the folder server/<its name>/: these generators import the modules that exist there.

import { existsSync } from 'node:fs'
import { quoted } from './code.ts'
import { camelCase } from './complete/common.ts'
import type { Contract } from './contract.ts'
import { deriveResources } from './resources.ts'

/** generated/handlers.ts: handlers and adapters of operations. */
export const handlers = special('handlers', 'Handlers', 'core/resources/handler', (names) => [
  '/** What is special about operations. An operation that is not standard needs a handler. */',
  `export const handlers: Handlers = { ${names.map((name) => `...${name}`).join(', ')} }`,
])

/** generated/first-start.ts: what is done at the first start. */
export const firstStart = special('first-start', 'FirstStart', 'core/resources/first-start', (names) => [
  `export const firstStart: FirstStart[] = [${names.join(', ')}]`,
])

/** generated/mock-seeds.ts: what a mock with state can start with. */
export const mockSeeds = special('mock-seed', 'MockSeed', 'core/mock/item-draft', (names) => [
  `export const mockSeeds: MockSeed[] = [${names.join(', ')}]`,
])

function special(module: string, type: string, typeFile: string, declarations: (names: string[]) => string[]) {
  return (contract: Contract): string => {
    const found = deriveResources(contract)
      .collections.filter(({ parent }) => parent === undefined)
      .map(({ path }) => path.split('/').at(-1) ?? '')
      .filter((name) => existsSync(`server/${name}/${module}.ts`))
      .map((name) => ({ name: camelCase(`${name}-${module}`), file: `../server/${name}/${module}.ts` }))
    return [
      `\nimport type { ${type} } from '../server/${typeFile}.ts'`,
      ...found.map(({ name, file }) => `import { ${name} } from ${quoted(file)}`),
      '',
      ...declarations(found.map(({ name }) => name)),
      '',
    ].join('\n')
  }
}
