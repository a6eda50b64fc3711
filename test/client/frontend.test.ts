// docs/frontend.md, word for word: its commands run, its files compile, and its page, its test and its stories show plants.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { startBrowser } from '../../stack/test/support/browser.ts'
import { newFolder, root } from '../../stack/test/support/folder.ts'
import { getOutput, start } from '../../stack/test/support/process.ts'
import { packPackagesOnce } from '../support/once-built.ts'

const guide = await readFile(join(root, 'docs/frontend.md'), 'utf8')
const blocks = Array.from(guide.matchAll(/^```(\w+)\n(.*?)^```/gms), ([, language, text = '']) => ({ language, text }))
const browser = await startBrowser()

// No prompts, telemetry or colours, and free ports. The packages are those of one day, so that later releases do not change
// the result.
const settings: Record<string, string> = {
  npm_config_before: '2026-11-29',
  npm_config_yes: 'true',
  npm_config_prefer_offline: 'true',
  STORYBOOK_DISABLE_TELEMETRY: '1',
  CI: '1',
  NO_COLOR: '1',
  PORT: '0',
}
let project: string

beforeAll(async () => {
  const folder = await newFolder('frontend-')
  const dist = join(folder, 'plant-service/dist')
  await mkdir(dist, { recursive: true })
  for (const file of Object.values(await packPackagesOnce())) await copyFile(file, join(dist, basename(file)))
  const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text)
  await getOutput('sh', ['-ec', commands.join('')], { cwd: folder, env: settings })
  project = join(folder, 'my-plants')
  for (const { text } of blocks) {
    const [, path] = /^\/\/ (\S+)\n/.exec(text) ?? []
    if (path === undefined) continue
    await mkdir(dirname(join(project, path)), { recursive: true })
    await writeFile(join(project, path), text)
  }
  return () => browser.close()
})

/** Returns the arguments that run a command in a shell. The guide must contain the command. */
function inShell(command: string): Parameters<typeof getOutput> {
  expect(guide.replaceAll('\n', ' ')).toContain(`\`${command}\``)
  return ['sh', ['-c', command], { cwd: project, env: settings, detached: true }]
}

it('has a project that compiles and whose test passes', async () => {
  await getOutput(...inShell('npm run build'))
  expect(await getOutput(...inShell('npx vitest run'))).toContain('1 passed')
})

it('has a page that shows the plants of the mock and adds one', async () => {
  const mock = start(...inShell('npx plant-collection-mock --items 30'))
  const [, api = ''] = await mock.waitForOutput(/listening on (\S+)\n/)
  settings.API = api
  const server = start(...inShell('npm run dev'))
  const [, url = ''] = await server.waitForOutput(/Local: +(\S+)/)
  const opened = await browser.newPage()
  await opened.goto(url)
  await opened
    .getByText(/^Monstera deliciosa/)
    .first()
    .waitFor()
  await opened.getByRole('button', { name: 'Add' }).click()
  await opened.getByText('Name must not be empty.').waitFor()
  const nameField = opened.getByLabel('Name')
  await nameField.fill('Moss'.repeat(100))
  await opened.getByRole('button', { name: 'Add' }).click()
  await opened.getByText('Name must have at most 200 characters.').waitFor()
  expect(await nameField.inputValue()).toBe('Moss'.repeat(100))
  await nameField.fill('Moss')
  await opened.getByRole('button', { name: 'Add' }).click()
  await expect.poll(() => opened.locator('li').first().textContent()).toMatch(/^Moss, /)
  await opened.getByRole('button', { name: 'More' }).click()
  await expect.poll(() => opened.locator('li').count()).toBe(31)
  for (const process of [server, mock]) await process.end()
})

it('has stories that show the plants and the errors of the handlers', async () => {
  await getOutput(...inShell('npx storybook build'))
  const server = start('npx', ['vite', 'preview', '--outDir', 'storybook-static', '--port', '0'], {
    cwd: project,
    env: settings,
    detached: true,
  })
  const [, url = ''] = await server.waitForOutput(/Local: +(\S+)/)
  const opened = await browser.newPage()
  await opened.goto(`${url}iframe.html?id=app--plants`)
  await opened.getByText(/^Fern, /).waitFor()
  await opened.goto(`${url}iframe.html?id=app--no-access`)
  await opened.getByRole('alert').getByText('scope').waitFor()
  await server.end()
})
