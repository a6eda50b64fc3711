// The component that the README of the client shows compiles, and does in a browser what the README says.
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPlantClient } from '@plant-collection/client'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { openPage, startBrowser } from '../../support/browser.ts'
import { run } from '../../support/process.ts'
import { startService } from '../../support/service.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

it('the component of the README lists, adds, renames and deletes', { timeout: 60_000 }, async () => {
  const [, sample = ''] = /```tsx\n(.*?)```/s.exec(await readFile(join(root, 'client/README.md'), 'utf8')) ?? []
  await using service = await startService()
  const token = await service.token()
  const folder = await mkdtemp(join(tmpdir(), 'component-'))
  await using browser = await startBrowser()
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'app.tsx'), sample)
    const compilerOptions = { jsx: 'react-jsx', typeRoots: ['node_modules/@types'] }
    const config = { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['app.tsx'] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
    expect(await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], { cwd: folder })).toMatchObject(
      {
        code: 0,
        stdout: '',
      },
    )

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
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('button', { name: 'Rename' }).click()
    await expect.poll(() => page.locator('li').textContent()).toContain('Moss')
    await page.getByRole('button', { name: 'Delete' }).click()
    const client = createPlantClient({ baseUrl: service.url, token })
    await expect.poll(async () => Array.fromAsync(client.allPlants())).toEqual([])
    await expect.poll(() => page.locator('li').count()).toBe(0)
  } finally {
    await rm(folder, { recursive: true })
  }
})
