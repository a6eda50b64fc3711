// Two generators write the table of operations and the types. The compiler rejects a table that does not fit the types.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

const table = fileURLToPath(new URL('../../generated/operations.ts', import.meta.url))
const user = fileURLToPath(new URL('../../client/operation-table.ts', import.meta.url))
const source = readFileSync(table, 'utf8')

/** The errors of the compiler for this text of the table. */
function compile(text: string): string {
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
    name === table ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2024) : read(name, ...rest)
  const program = ts.createProgram([user], options, host)
  const diagnostics = program.getSemanticDiagnostics(program.getSourceFile(user))
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n')
}

it('the generated table of operations compiles', { timeout: 60_000 }, () => {
  expect(compile(source)).toBe('')
})

it.each<[string, string | RegExp, string, error: string]>([
  ['lacks an operation', / {2}listPlants: \{ method.*\n/, '', "'listPlants' is missing"],
  ['has another path', "path: '/plants/{id}'", "path: '/plants'", `'"/plants"' is not assignable`],
  ['has another method', "method: 'delete'", "method: 'get'", `'"get"' is not assignable`],
  ['lacks a status', ", 404: 'tag:plants.example,2026:not-found'", '', "'404' is missing"],
  ['has a body in a 204', "204: 'empty'", "204: 'json'", `'"json"' is not assignable`],
  ['has a body in a 304', "304: 'empty'", "304: 'json'", `'"json"' is not assignable`],
  [
    'has another problem type',
    "404: 'tag:plants.example,2026:not-found'",
    "404: 'tag:plants.example,2026:gone'",
    `'"tag:plants.example,2026:gone"' is not`,
  ],
])('a table of operations that %s does not compile', { timeout: 60_000 }, (_, from, to, error) => {
  const changed = source.replace(from, to)
  expect(changed).not.toBe(source)
  expect(compile(changed)).toContain(error)
})
