// The samples of client/README.md for Vue, Svelte and Solid compile with the installed client. stack/test/query has what the
// options do in TanStack Query.
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../stack/test/support/folder.ts'
import { compile, consumersFolder, newProject } from './project.ts'

const readme = await readFile(join(root, 'client/README.md'), 'utf8')
const frameworks = ['vue', 'svelte', 'solid-js']

it.each(frameworks)('the samples for %s compile', async (framework) => {
  const name = framework.replace('-js', '')
  const adapter = `@tanstack/${name}-query`
  const project = await newProject([], [adapter, framework])
  // It has one copy of TanStack Query, that of the framework.
  const { resolve } = createRequire(join(consumersFolder, 'node_modules', adapter, 'package.json'))
  const core = join(project, 'node_modules/@tanstack/query-core')
  await symlink(dirname(resolve('@tanstack/query-core/package.json')), core)
  for (const block of ['options', name]) {
    const [, sample = 'a missing sample'] = new RegExp(`\`\`\`ts ${block}\n(.*?)\`\`\``, 's').exec(readme) ?? []
    await writeFile(join(project, `${block}.ts`), sample)
  }
  const options = { module: 'nodenext', allowImportingTsExtensions: true, skipLibCheck: true }
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  expect(await compile(project, tsc, [`${name}.ts`], options)).toBe('')
})
