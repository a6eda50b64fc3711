// The samples of client/README.md compile and run: the TypeScript samples are one module, in order.
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPlantClient } from '@plant-collection/client'
import { build } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { openPage, startBrowser } from '../support/browser.ts'
import { cleanUp, newFolder, root } from '../support/folder.ts'
import { run } from '../support/process.ts'
import { scriptedService } from '../support/scripted-service.ts'
import { startService } from '../support/service.ts'

const manifest = JSON.parse(await readFile(join(root, 'client/package.json'), 'utf8'))
const readme = await readFile(join(root, 'client/README.md'), 'utf8')
afterAll(cleanUp)

/** The sample in the block with this language. */
function sampleOf(language: string): string {
  const [, sample] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(readme) ?? []
  if (sample === undefined) throw new Error(`The README has no block ${language}.`)
  return sample
}

/** A project with these files, which compiles. */
async function projectWith(files: Record<string, string>, compilerOptions: object): Promise<string> {
  const folder = await newFolder('readme-')
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text)
  const options = { ...compilerOptions, typeRoots: ['node_modules/@types'] }
  const config = { extends: join(root, 'tsconfig.json'), compilerOptions: options, include: Object.keys(files) }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiled = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], {
    cwd: folder,
    timeoutMs: 60_000,
  })
  expect(compiled).toMatchObject({ code: 0, stdout: '', stderr: '' })
  return folder
}

describe('the README of the client', { timeout: 120_000 }, () => {
  it('lists its chapters in order, and names each package that an import needs', () => {
    const headings = [...readme.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect([...readme.matchAll(/^- \[(.+)\]\(#/gm)].map(([, heading]) => heading)).toEqual(headings)
    const [install = ''] = /^## Install\n.*?(?=^## )/ms.exec(readme) ?? []
    for (const name of Object.keys(manifest.publishConfig.peerDependencies)) expect(install).toContain(`\`${name}\``)
  })

  it('has samples that run from the first line to the last', async () => {
    let language = ''
    // Other lines become empty, so that a line of the module has its number in the README.
    const lines = readme.split('\n').map((line) => {
      if (line.startsWith('```')) language = language ? '' : line.slice(3)
      return language === 'ts' && !line.startsWith('```') ? line : ''
    })
    expect(lines.filter(Boolean).length).toBeGreaterThan(100)
    const cwd = await projectWith(
      { 'readme.ts': lines.join('\n') },
      { noUnusedLocals: false, noUnusedParameters: false },
    )
    await using service = await startService()
    // msw makes Node warn about localStorage.
    const settings = { NODE_NO_WARNINGS: '1', URL: service.url, TOKEN: await service.token() }
    const { code, stdout, stderr } = await run(process.execPath, ['readme.ts'], { cwd, settings, timeoutMs: 60_000 })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    // Of the sample for CSV files: a record that is not valid, and a plant that the service refuses.
    expect(stdout.match(/^line \d+: /gm)).toEqual(['line 5: ', 'line 4: '])
  })

  it('has a sample for a page that compiles', () => projectWith({ 'sample.ts': sampleOf('ts page') }, {}))

  it('has a component that lists, adds, renames and deletes plants, and shows which field is not valid', async () => {
    const sample = sampleOf('tsx')
    const folder = await projectWith({ 'app.tsx': sample }, { jsx: 'react-jsx' })
    await using service = await startService()
    await using browser = await startBrowser()
    const token = await service.token()
    const { outputFiles } = await build({
      stdin: { contents: sample.replace('http://127.0.0.1:3000', service.url), loader: 'tsx', resolveDir: folder },
      bundle: true,
      format: 'esm',
      jsx: 'automatic',
      write: false,
      define: { 'process.env.NODE_ENV': '"production"' },
    })
    const signIn = `sessionStorage.setItem('token', ${JSON.stringify(token)});`
    await using page = await openPage(browser, signIn + outputFiles[0]?.text)
    const press = (name: string) => page.getByRole('button', { name }).click()
    await press('Add')
    await expect.poll(() => page.locator('#name-error').textContent()).toMatch(/./)
    await page.getByLabel('Name').fill('Fern')
    await press('Add')
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('')
    await press('Open')
    await press('Rename')
    await expect.poll(() => page.locator('li').textContent()).toContain('Moss')
    await expect.poll(() => page.locator('h1').textContent()).toBe('Moss')
    await press('Delete')
    const client = createPlantClient({ baseUrl: service.url, token })
    await expect.poll(async () => Array.fromAsync(client.allPlants())).toEqual([])
    await expect.poll(() => page.locator('li').count()).toBe(0)
  })

  describe('on a server', () => {
    const names = `import { usePlants } from '@plant-collection/client/react'
      export function Names() {
        const { data = [] } = usePlants({ limit: 50 })
        return <ul>{data.map(({ id, name }) => <li key={id}>{name}</li>)}</ul>
      }`
    const page = `import { Names } from './names.tsx'
      import { Providers } from './provider.tsx'
      import { PlantsPage } from './server.tsx'
      export const pageOf = async (token: string) => <Providers>{await PlantsPage({ token, children: <Names /> })}</Providers>`

    const projectFor = (url: string) =>
      projectWith(
        {
          'provider.tsx': sampleOf('tsx provider'),
          'server.tsx': sampleOf('tsx server').replace('https://plants.example/api', url),
          'names.tsx': names,
          'page.tsx': page,
        },
        { jsx: 'react-jsx' },
      )

    async function bundle(resolveDir: string, contents: string, platform: 'browser' | 'node'): Promise<string> {
      const { outputFiles } = await build({
        ...{
          stdin: { contents, loader: 'tsx', resolveDir },
          bundle: true,
          format: 'esm',
          jsx: 'automatic',
          write: false,
        },
        ...(platform === 'node' && { platform, packages: 'external' as const }),
        define: { 'process.env.NODE_ENV': '"production"' },
      })
      return outputFiles[0]?.text ?? ''
    }

    async function render(url: string, token: string) {
      const folder = await projectFor(url)
      const program = `import { renderToString } from 'react-dom/server'
        import { pageOf } from './page.tsx'
        const start = performance.now()
        const html = renderToString(await pageOf(${JSON.stringify(token)}))
        console.log(JSON.stringify({ html, ms: performance.now() - start }))`
      await writeFile(join(folder, 'render.mjs'), await bundle(folder, program, 'node'))
      const rendered = await run(process.execPath, ['render.mjs'], { cwd: folder, timeoutMs: 30_000 })
      expect(rendered).toMatchObject({ code: 0, stderr: '' })
      return JSON.parse(rendered.stdout)
    }

    it('renders plants, and the browser does not read them again', async () => {
      await using service = await startService()
      const token = await service.token()
      await createPlantClient({ baseUrl: service.url, token }).createPlant({ body: { name: 'Fern' } })
      expect(await render(service.url, token)).toMatchObject({ html: '<ul><li>Fern</li></ul>' })

      const script = `import { createRoot } from 'react-dom/client'
        import { pageOf } from './page.tsx'
        const page = await pageOf(${JSON.stringify(token)})
        globalThis.requests = []
        const send = fetch
        globalThis.fetch = (request) => requests.push(String(request.url ?? request)) && send(request)
        createRoot(document.body.appendChild(document.createElement('div'))).render(page)`
      await using browser = await startBrowser()
      await using opened = await openPage(browser, await bundle(await projectFor(service.url), script, 'browser'))
      await expect.poll(() => opened.locator('li').allTextContents()).toEqual(['Fern'])
      // The read would start together with the first render.
      await opened.waitForTimeout(200)
      expect(await opened.evaluate('requests')).toEqual([])
    })

    it('renders without plants soon, if the service does not respond', async () => {
      const { url } = await scriptedService(() => undefined)
      const { html, ms } = await render(url, 'token')
      expect(html).toBe('<ul></ul>')
      expect(ms).toBeLessThan(4_000)
    })
  })
})
