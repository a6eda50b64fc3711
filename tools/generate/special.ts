// What is special about a collection is in the folder server/<its name>/: these generators import the modules that exist there. An
// operation outside the collections has the folder of its path.

import { existsSync } from 'node:fs'
import { quoted } from './code.ts'
import { camelCase } from './complete/common.ts'
import type { Contract } from './contract.ts'
import { deriveResources } from './resources.ts'

/** generated/handlers.ts: handlers and adapters of operations. */
export const handlers = special('handlers', 'Handlers', 'core/resources/handler', (names, contract) => [
  '/** What is special about operations. An operation that is not standard needs a handler. */',
  `export const handlers: Handlers = { ${names.map((name) => `...${name}`).join(', ')} }\n`,
  '/** The file for the handler of an operation that is not standard. */',
  'export const handlerFiles: Record<string, string> = {',
  ...specialOperations(contract).map(({ id, path }) => `  ${id}: 'server/${folderOf(contract, path)}/handlers.ts',`),
  '}',
])

/** generated/first-start.ts: what is done at the first start. */
export const firstStart = special('first-start', 'FirstStart', 'core/resources/first-start', (names) => [
  `export const firstStart: FirstStart[] = [${names.join(', ')}]`,
])

/** generated/mock-seeds.ts: what a mock with state can start with. */
export const mockSeeds = special('mock-seed', 'MockSeed', 'core/mock/item-draft', (names) => [
  `export const mockSeeds: MockSeed[] = [${names.join(', ')}]`,
])

function specialOperations(contract: Contract) {
  const standard = new Set(deriveResources(contract).standard.map(({ id }) => id))
  return contract.operations.filter(({ id }) => !standard.has(id))
}

/** The folder in server/ for what is special: the name of the top collection in the path, or else the last segment before a parameter. */
export function folderOf(contract: Contract, path: string): string {
  const tops = deriveResources(contract).collections.filter(({ parent }) => parent === undefined)
  const top = tops.find((one) => path.startsWith(one.path) && !/^[\w-]/.test(path.slice(one.path.length)))
  const [beforeParameter = ''] = (top?.path ?? path).split('/{')
  return /[\w-]+/.exec(beforeParameter.split('/').at(-1) ?? '')?.[0] ?? 'root'
}

type Declarations = (names: string[], contract: Contract) => string[]

function special(module: string, type: string, typeFile: string, declarations: Declarations) {
  return (contract: Contract): string => {
    const found = [...new Set(contract.operations.map(({ path }) => folderOf(contract, path)))]
      .filter((name) => existsSync(`server/${name}/${module}.ts`))
      .map((name) => ({ name: camelCase(`${name}-${module}`), file: `../server/${name}/${module}.ts` }))
    return [
      `\nimport type { ${type} } from '../server/${typeFile}.ts'`,
      ...found.map(({ name, file }) => `import { ${name} } from ${quoted(file)}`),
      '',
      ...declarations(
        found.map(({ name }) => name),
        contract,
      ),
      '',
    ].join('\n')
  }
}
