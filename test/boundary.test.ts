// The boundary between the stack, which works for any contract, and the product. At zero, the stack is a package (decision 0038):
// the numbers may only fall.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { root } from '../stack/test/support/folder.ts'

const files = globSync('stack/**/*.{ts,tsx,js,mjs,json,yaml,md,html,css}', {
  cwd: root,
  exclude: ['**/node_modules', 'stack/test/product/generated'],
})

/** The files of the project that a file imports, types included. */
function getImports(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(resolve(root, file), 'utf8'), true, true)
  const own = importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
  return own.map(({ fileName }) => relative(root, resolve(root, dirname(file), fileName)))
}

describe('the boundary of the stack', () => {
  it('is crossed by no file of the stack, which imports neither generated files nor the product', () => {
    const crosses = (path: string) => !path.startsWith('stack/')
    expect(files.filter((file) => getImports(file).some(crosses))).toEqual([])
  })

  it('is crossed by no file of the product, which imports the stack by its name', () => {
    const product = globSync('{client,generated,server}/**/*.{ts,tsx,js}', { cwd: root, exclude: ['**/node_modules'] })
    expect(product.filter((file) => getImports(file).some((path) => path.startsWith('stack/')))).toEqual([])
  })

  it('is crossed by no file that names plants', () => {
    expect(files.filter((file) => /plant/i.test(readFileSync(resolve(root, file), 'utf8')))).toEqual([])
  })

  // Tests and checks generate it. Other commands must work in a fresh clone.
  it('is crossed by no command of the laboratory, which has not generated the product of its tests', () => {
    const reached = new Set<string>()
    const follow = (file: string) => {
      if (reached.has(file) || !existsSync(resolve(root, file))) return
      reached.add(file)
      const text = readFileSync(resolve(root, file), 'utf8')
      for (const [, path = ''] of text.matchAll(/^(?:import|export|\}) (?!type ).*from '(\.[^']+)'$/gm))
        follow(relative(root, resolve(root, dirname(file), path)))
    }
    for (const file of globSync('lab/**/main.ts', { cwd: root, exclude: ['**/node_modules'] })) follow(file)
    expect(reached.size).toBeGreaterThan(100)
    expect([...reached].filter((file) => file.startsWith('stack/test/product/'))).toEqual([])
  })
})
