// The options for TanStack Query in programs for Vue, Svelte and Solid: with the package of the stack and those of the framework,
// each program compiles and runs in a browser over a service. The samples of client/README.md compile too. React has hooks on
// these options (stack/test/react).
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStack } from '../../stack/package/build-stack.ts'
import { openPage, startBrowser } from '../../stack/test/support/browser.ts'
import { cleanUp, newFolder, root } from '../../stack/test/support/folder.ts'
import { run } from '../../stack/test/support/process.ts'
import { startService } from '../../stack/test/support/service.ts'
import { installClient } from '../../test/support/once-built.ts'
import { consumersFolder, consumerTool, installConsumerTools } from '../package/consumer-tools.ts'
import { linkInstalledPackages, linkPackages, strictOptions } from '../package/installed-package.ts'

/** The package of each. */
const frameworks = { vue: 'vue', svelte: 'svelte', solid: 'solid-js' }
type Framework = keyof typeof frameworks

let built: string
let browser: Browser
beforeAll(async () => {
  const building = newFolder('stack-').then(async (folder) => {
    built = join(folder, 'built')
    await buildStack(built)
  })
  ;[browser] = await Promise.all([startBrowser(), installConsumerTools(), building])
})
afterAll(async () => {
  await browser?.close()
  await cleanUp()
})

/** @returns A project with the program, the framework, and the one TanStack Query that the framework has. */
async function newProject(framework: Framework): Promise<string> {
  const project = await newFolder(`${framework}-`)
  await cp(join(import.meta.dirname, 'programs'), project, { recursive: true })
  await cp(join(root, 'stack/test/product/generated'), join(project, 'generated'), { recursive: true })
  await writeFile(join(project, 'package.json'), '{ "type": "module" }')
  const adapter = `@tanstack/${framework}-query`
  await linkPackages(project, 'openapi-fetch')
  await linkInstalledPackages(consumersFolder, project, adapter, frameworks[framework])
  const { resolve } = createRequire(join(consumersFolder, 'node_modules', adapter, 'package.json'))
  const core = dirname(resolve('@tanstack/query-core/package.json'))
  await symlink(core, join(project, 'node_modules/@tanstack/query-core'))
  for (const part of ['package.json', 'client', 'query'])
    await cp(join(built, part), join(project, 'node_modules/contract-stack', part), { recursive: true })
  return project
}

/** Writes the sample for this framework. @returns Its path. */
async function writeSample(project: string, framework: Framework): Promise<string> {
  await installClient(project)
  await mkdir(join(project, 'readme'))
  const readme = await readFile(join(root, 'client/README.md'), 'utf8')
  for (const name of ['options', framework]) {
    const [, sample] = new RegExp(`\`\`\`ts ${name}\n(.*?)\`\`\``, 's').exec(readme) ?? []
    if (sample === undefined) throw new Error(`The README has no block ts ${name}.`)
    await writeFile(join(project, `readme/${name}.ts`), sample)
  }
  return `readme/${framework}.ts`
}

/** Compiles components, and modules with runes. */
async function compileSvelte(): Promise<Plugin> {
  const { compile, compileModule } = await import(await consumerTool('svelte/src/compiler/index.js'))
  return {
    name: 'svelte',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.svelte(\.js)?$/ }, async ({ path }) => {
        const compiler = path.endsWith('.js') ? compileModule : compile
        return { contents: compiler(await readFile(path, 'utf8'), { filename: path }).js.code }
      }),
  }
}

async function bundle(project: string, framework: Framework): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(project, `${framework}.ts`)],
    bundle: true,
    format: 'esm',
    write: false,
    conditions: [framework],
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: framework === 'svelte' ? [await compileSvelte()] : [],
  })
  return outputFiles[0]?.text ?? ''
}

describe.each(Object.keys(frameworks) as Framework[])('a program for %s', (framework) => {
  let project: string
  beforeAll(async () => {
    project = await newProject(framework)
  })

  it('compiles, and does not compile with a wrong variable, a wrong property of the data or of the error', async () => {
    const program = await readFile(join(project, `${framework}.ts`), 'utf8')
    const mistakes = { "{ name: 'Renamed' }": '{ name: 1 }', 'room.name': 'room.colour', '?.operation': '?.colour' }
    const wrong = Object.entries(mistakes).reduce((text, [from, to]) => text.replace(from, to), program)
    await writeFile(join(project, 'wrong.ts'), wrong)
    const options = { ...strictOptions, module: 'nodenext', allowImportingTsExtensions: true, skipLibCheck: true }
    const files = [`${framework}.ts`, 'wrong.ts', await writeSample(project, framework)]
    const config = { compilerOptions: options, files }
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config))
    const { stdout } = await run('tsc', [], { cwd: project })
    const errors = stdout.match(/^\S.*/gm)?.map((error) => error.replace(/\(.*?\)/, '').replace(/ Did you.*/, ''))
    expect(errors?.toSorted()).toEqual([
      "wrong.ts: error TS2322: Type 'number' is not assignable to type 'string'.",
      "wrong.ts: error TS2339: Property 'colour' does not exist on type 'ClientError'.",
      "wrong.ts: error TS2339: Property 'colour' does not exist on type 'Room'.",
    ])
  })

  it('lists, reads, and changes with the entity tag', async () => {
    await using service = await startService()
    for (const name of ['Lab', 'Office', 'Hall']) {
      await service.request('/rooms', {
        method: 'POST',
        body: JSON.stringify({ name }),
        headers: { 'Content-Type': 'application/json' },
      })
    }
    const query = `?${new URLSearchParams({ url: service.url, token: await service.token() })}`
    await using page = await openPage(browser, await bundle(project, framework), { query })
    const conditions: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') conditions.push(request.headers()['if-match'])
    })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const expectList = (...names: string[]) => expect.poll(() => page.locator('li').allTextContents()).toEqual(names)

    await expectList('Lab', 'Office')
    await press('More')
    await expectList('Lab', 'Office', 'Hall')
    await press('Rename')
    await expectList('Renamed', 'Office', 'Hall')
    await expect.poll(() => page.locator('h1').textContent()).toBe('Renamed')
    expect(conditions).toEqual([expect.stringMatching(/^".+"$/)])
    expect(await page.locator('output').textContent()).toBe('')
  })
})
