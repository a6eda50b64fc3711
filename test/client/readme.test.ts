// The samples of client/README.md compile and run: the TypeScript samples are one module, in order.
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPlantClient } from '@plant-collection/client'
import { build } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { openPage, startBrowser } from '../support/browser.ts'
import { cleanUp, newFolder, root } from '../support/folder.ts'
import { run } from '../support/process.ts'
import { startService } from '../support/service.ts'

const readme = await readFile(join(root, 'client/README.md'), 'utf8')
afterAll(cleanUp)

/** A project with one file, which compiles. */
async function projectWith(file: string, text: string, compilerOptions: object): Promise<string> {
  const folder = await newFolder('readme-')
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, file), text)
  const options = { ...compilerOptions, typeRoots: ['node_modules/@types'] }
  const config = { extends: join(root, 'tsconfig.json'), compilerOptions: options, include: [file] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiled = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], {
    cwd: folder,
    timeoutMs: 60_000,
  })
  expect(compiled).toMatchObject({ code: 0, stdout: '', stderr: '' })
  return folder
}

describe('the README of the client', { timeout: 120_000 }, () => {
  it('has samples that run from the first line to the last', async () => {
    let language = ''
    // Other lines become empty, so that a line of the module has its number in the README.
    const lines = readme.split('\n').map((line) => {
      if (line.startsWith('```')) language = language ? '' : line.slice(3)
      return language === 'ts' && !line.startsWith('```') ? line : ''
    })
    expect(lines.filter(Boolean).length).toBeGreaterThan(100)
    const cwd = await projectWith('readme.ts', lines.join('\n'), { noUnusedLocals: false, noUnusedParameters: false })
    await using service = await startService()
    // msw makes Node warn about localStorage.
    const settings = { NODE_NO_WARNINGS: '1', URL: service.url, TOKEN: await service.token() }
    expect(await run(process.execPath, ['readme.ts'], { cwd, settings, timeoutMs: 60_000 })).toMatchObject({
      code: 0,
      stderr: '',
    })
  })

  it.each(['tsx server', 'ts page'])('has a sample that compiles: %s', async (language) => {
    const [, sample = ''] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(readme) ?? []
    expect(sample).not.toBe('')
    await projectWith(`sample.${language.split(' ')[0]}`, sample, { jsx: 'react-jsx' })
  })

  it('has a component that lists, adds, renames and deletes plants', async () => {
    const [, sample = ''] = /```tsx\n(.*?)```/s.exec(readme) ?? []
    const folder = await projectWith('app.tsx', sample, { jsx: 'react-jsx' })
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
    await press('Open')
    await press('Rename')
    await expect.poll(() => page.locator('li').textContent()).toContain('Moss')
    await expect.poll(() => page.locator('h1').textContent()).toBe('Moss')
    await press('Delete')
    const client = createPlantClient({ baseUrl: service.url, token })
    await expect.poll(async () => Array.fromAsync(client.allPlants())).toEqual([])
    await expect.poll(() => page.locator('li').count()).toBe(0)
  })
})
