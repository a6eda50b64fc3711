// The samples of client/README.md run: the TypeScript samples are one module, in order. test/package/ compiles them.
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPlantClient } from '@plant-collection/client'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { openPage, startBrowser } from '../../stack/test/support/browser.ts'
import { newFolder, root } from '../../stack/test/support/folder.ts'
import { run } from '../../stack/test/support/process.ts'
import { closeAfterTests } from '../../stack/test/support/shared-service.ts'
import { startService } from '../support/service.ts'

const readme = await readFile(join(root, 'client/README.md'), 'utf8')

/** Returns the sample in the code block with this info string. */
function getSample(language: string): string {
  const [, sample] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(readme) ?? []
  if (sample === undefined) throw new Error(`The README has no block ${language}.`)
  return sample
}

const samples = Array.from(readme.matchAll(/^```ts\n(.*?)^```/gms), ([, sample]) => sample).join('')

const providerSource = `import { createPlantClient } from '@plant-collection/client'
  import { PlantsProvider } from '@plant-collection/client/react'
  import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
  import { type ReactNode, useState } from 'react'
  export function Providers({ children }: { children: ReactNode }) {
    const [client] = useState(() => createPlantClient({ baseUrl: '/api', token: 'any' }))
    const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } }))
    return (
      <QueryClientProvider client={queryClient}>
        <PlantsProvider client={client}>{children}</PlantsProvider>
      </QueryClientProvider>
    )
  }`
const namesSource = `import { usePlants } from '@plant-collection/client/react'
  export function Names() {
    const { data = [] } = usePlants({ limit: 50 })
    return <ul>{data.map(({ id, name }) => <li key={id}>{name}</li>)}</ul>
  }`
const pageSource = `import { Names } from './names.tsx'
  import { Providers } from './provider.tsx'
  import { PlantsPage } from './server.tsx'
  export const getPage = async (token: string) => <Providers>{await PlantsPage({ token, children: <Names /> })}</Providers>`

/** Folder of a project with the samples. */
const folder = await newFolder('readme-')
await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
const files = {
  'readme.ts': samples,
  'provider.tsx': providerSource,
  'names.tsx': namesSource,
  'page.tsx': pageSource,
  'package.json': '{ "type": "module" }',
}
for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text)

/** Bundles a program that imports samples. */
async function bundle(contents: string, platform: 'browser' | 'node'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, loader: 'tsx', resolveDir: folder },
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    ...(platform === 'node' && { platform, packages: 'external' as const }),
  })
  return outputFiles[0]?.text ?? ''
}

const service = closeAfterTests(await startService())
const browser = closeAfterTests(await startBrowser())

describe('the README of the client', () => {
  it('has samples that run from the first line to the last', async () => {
    expect(samples.split('\n').length).toBeGreaterThan(60)
    // msw makes Node warn about localStorage.
    const settings = { NODE_NO_WARNINGS: '1', URL: service.url, TOKEN: await service.token('reader') }
    const { code, stdout, stderr } = await run(process.execPath, ['readme.ts'], { cwd: folder, env: settings })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    // The sample for CSV files prints a record that is not valid, and a plant that the service refuses.
    expect(stdout.match(/^line \d+: /gm)).toEqual(['line 5: ', 'line 4: '])
  })

  it('has a component that lists, adds, edits and deletes plants, overwrites no unseen change, and shows an invalid field', async () => {
    const token = await service.token('gardener')
    const signIn = `sessionStorage.setItem('token', ${JSON.stringify(token)});`
    const script = await bundle(getSample('tsx').replace('http://127.0.0.1:3000', service.url), 'browser')
    await using page = await openPage(browser, signIn + script)
    const client = createPlantClient({ baseUrl: service.url, token })
    const press = (name: string) => page.getByRole('button', { name }).click()
    const nameField = page.getByLabel('Name', { exact: true })
    const firstRow = expect.poll(() => page.locator('li').textContent())
    await press('Add')
    await expect.poll(() => page.locator('#name-error').textContent()).toMatch(/./)
    await nameField.fill('Fern')
    await press('Add')
    await expect.poll(() => nameField.inputValue()).toBe('')
    await press('Edit')
    await page.getByLabel('New name').fill('Moss')
    for await (const { id } of client.allPlants()) {
      await client.updatePlant({ path: { id }, body: { name: 'Their fern', tag: 'Araceae' } })
    }
    // A browser dispatches this event when the user returns to the window.
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('It is now “Their fern”.')
    expect(await page.getByLabel('New name').inputValue()).toBe('Moss')
    await press('Save my change')
    await firstRow.toContain('Moss')
    await expect.poll(() => page.locator('h1').textContent()).toBe('Moss')
    await press('Remove tag')
    await firstRow.not.toContain('Remove tag')
    await page.clock.install()
    await press('Delete')
    await press('Undo')
    await press('Delete')
    await page.clock.fastForward(5_000)
    await expect.poll(async () => Array.fromAsync(client.allPlants())).toEqual([])
    await expect.poll(() => page.locator('li').count()).toBe(0)
  })

  it('has a page that a server renders with plants, which the browser does not read again', async () => {
    const token = await service.token('botanist')
    await createPlantClient({ baseUrl: service.url, token }).createPlant({ body: { name: 'Fern' } })
    const sample = getSample('tsx server').replace('https://plants.example/api', service.url)
    await writeFile(join(folder, 'server.tsx'), sample)
    const program = `import { renderToString } from 'react-dom/server'
      import { getPage } from './page.tsx'
      console.log(renderToString(await getPage(${JSON.stringify(token)})))`
    await writeFile(join(folder, 'render.mjs'), await bundle(program, 'node'))
    const rendered = await run(process.execPath, ['render.mjs'], { cwd: folder })
    expect(rendered).toMatchObject({ code: 0, stdout: '<ul><li>Fern</li></ul>\n', stderr: '' })

    const script = `import { createRoot } from 'react-dom/client'
      import { getPage } from './page.tsx'
      const page = await getPage(${JSON.stringify(token)})
      globalThis.requests = []
      const send = fetch
      globalThis.fetch = (request) => requests.push(String(request.url ?? request)) && send(request)
      createRoot(document.body.appendChild(document.createElement('div'))).render(page)`
    await using opened = await openPage(browser, await bundle(script, 'browser'))
    await expect.poll(() => opened.locator('li').allTextContents()).toEqual(['Fern'])
    // The read would start together with the first render.
    await opened.waitForTimeout(200)
    expect(await opened.evaluate('requests')).toEqual([])
  })
})
