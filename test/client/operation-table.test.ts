// The table of operations and the types are made from the contract by two makers. Shown here: the compiler refuses a
// table that differs from the types.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'

const table = fileURLToPath(new URL('../../generated/operations.ts', import.meta.url))
const user = fileURLToPath(new URL('../../client/operation-table.ts', import.meta.url))
const source = readFileSync(table, 'utf8')

/** What the compiler says of the table's use when `from` in it has become `to`. */
function complaints(from: string | RegExp, to: string): string[] {
  const changed = source.replace(from, to)
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile
  host.getSourceFile = (name, ...rest) =>
    name === table ? ts.createSourceFile(name, changed, ts.ScriptTarget.ES2024) : read(name, ...rest)
  const program = ts.createProgram([user], options, host)
  const diagnostics = program.getSemanticDiagnostics(program.getSourceFile(user))
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

describe('the table of operations', { timeout: 60_000 }, () => {
  beforeAll(() => {
    expect(complaints('', '')).toEqual([])
  }, 60_000)

  it.each<[string, string | RegExp, string, complaint: string]>([
    ['lacks an operation', / {2}listPlants: \{ method.*\n/, '', "'listPlants' is missing"],
    ['has another path', "path: '/plants/{id}'", "path: '/plants'", `'"/plants"' is not assignable`],
    ['has another method', "method: 'delete'", "method: 'get'", `'"get"' is not assignable`],
    ['lacks a status', ", 404: '/problems/not-found'", '', "'404' is missing"],
    ['has a body where there is none', "204: 'empty'", "204: 'json'", `'"json"' is not assignable`],
    ['has a body in a 304', "304: 'empty'", "304: 'json'", `'"json"' is not assignable`],
    [
      "has another operation's problem",
      "404: '/problems/not-found'",
      "404: '/problems/gone'",
      `'"/problems/gone"' is not`,
    ],
  ])('does not compile when it %s', (_, from, to, complaint) => {
    expect(source.replace(from, to)).not.toBe(source)
    expect(complaints(from, to).join('\n')).toContain(complaint)
  })
})
