// The types of the control (control.ts) say the same as its OpenAPI document (control-openapi.yaml).
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { getTypes } from '../../../generate/openapi-typescript.ts'
import { newFolder, root } from '../../support/folder.ts'
import { run } from '../../support/process.ts'

const names = ['ClockSetting', 'RecordedRequest', 'Scenario', 'ScenarioResponse', 'UndocumentedResponse']

/** Compares each type with the schema of the same name: the same properties, and values that the schema allows. */
const program = `
import type { components } from './control-openapi.ts'
import type * as control from '${join(root, 'stack/mock/core/control.ts')}'

type Json<T> = T extends object ? { [Name in keyof T]: Json<Exclude<T[Name], undefined>> } : T
type Same<A, B> = [keyof A, Json<A>] extends [keyof B, B] ? ([keyof B] extends [keyof A] ? true : false) : false
type Schemas = components['schemas']
${names.map((name) => `export const same${name}: Same<control.${name}, Schemas['${name}']> = true`).join('\n')}
`

it('the types and the document have the same properties', async () => {
  const document = parse(await readFile('stack/mock/server/control-openapi.yaml', 'utf8'))
  const folder = await newFolder()
  await writeFile(
    join(folder, 'control-openapi.ts'),
    await getTypes(document, { optional: new Set(), descriptions: new Map() }),
  )
  await writeFile(join(folder, 'program.ts'), program)
  const options = ['--noEmit', '--strict', '--allowImportingTsExtensions', '--target', 'es2023', '--module', 'nodenext']
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await run(process.execPath, [tsc, ...options, 'program.ts'], { cwd: folder })
  expect(stdout).toBe('')
})
