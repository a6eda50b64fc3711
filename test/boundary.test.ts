// The boundary between the stack, which works for any contract, and the product (decision 0038). The rules of dependency-cruiser
// say which files the stack imports, and that the product imports the stack by its name.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

it('no file of the stack names plants', () => {
  const exclude = ['**/node_modules', 'stack/test/product/generated']
  const files = globSync('stack/**/*.{ts,tsx,js,mjs,json,yaml,md,html,css,txt,sh,hbs,svelte}', { exclude })
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => /plant/i.test(readFileSync(file, 'utf8')))).toEqual([])
})

// Tests and checks generate it. Other commands must work in a fresh clone.
it('no benchmark or proof imports the product of the tests of the stack', () => {
  const reached = new Set<string>()
  const follow = (file: string) => {
    if (reached.has(file) || !existsSync(file)) return
    reached.add(file)
    const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export|\}) (?!type ).*from '(\.[^']+)'$/gm)
    for (const [, path = ''] of imports) follow(join(dirname(file), path))
  }
  for (const file of globSync('lab/**/main.ts', { exclude: ['**/node_modules'] })) follow(file)
  expect(reached.size).toBeGreaterThan(100)
  expect([...reached].filter((file) => file.startsWith('stack/test/product/'))).toEqual([])
})
