// The boundary between the stack, which works for any contract, and the product, which is about plants. The numbers may only
// fall: a commit that moves a file to its side of the boundary lowers them. At zero, the stack is a package (decision 0038).
import { globSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { root } from './support/folder.ts'

/** What belongs to the product, besides generated/ and the tests. */
const ofProduct =
  /^(?:client\/plants\/|client\/example\/|server\/(?:first-start|handlers|main|mock|mock-seed|mocked|start-mock)\.ts$|tools\/(?:build|check|ci|dev|example|install|peers|test)\/)/

const files = globSync('{server,client,tools}/**/*.{ts,tsx,js,mjs}', { cwd: root, exclude: ['**/node_modules'] })
const generic = files.filter((file) => !ofProduct.test(file))

/** The files of the project that a file imports, types included. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(resolve(root, file), 'utf8'), true, true)
  const own = importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
  return own.map(({ fileName }) => relative(root, resolve(root, dirname(file), fileName)))
}

describe('the boundary of the stack', () => {
  it('is crossed by this many generic files, which import generated files or the product', () => {
    const crosses = (path: string) => path.startsWith('generated/') || ofProduct.test(path)
    expect(generic.filter((file) => importsOf(file).some(crosses))).toHaveLength(7)
  })

  it('is crossed by this many generated files, which import more of the server than its types and its problems', () => {
    const generated = globSync('generated/*.ts', { cwd: root })
    const crosses = (path: string) =>
      /^server\/(?!core\/(?:contract\/contract(?:-data)?|problem|resources\/handler)\.ts$)/.test(path)
    expect(generated.filter((file) => importsOf(file).some(crosses))).toHaveLength(0)
  })

  it('is crossed by this many generic files, which name plants', () => {
    expect(generic.filter((file) => /plant/i.test(readFileSync(resolve(root, file), 'utf8')))).toHaveLength(5)
  })
})
