// A copy of the project for tests that change it: the project itself is not touched.
import { globSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { newFolder, root } from '../../stack/test/support/folder.ts'

const notCopied = ['node_modules', '.git', '.data', '.stryker', 'dist']

/** Copies the current state of the project. `cleanUp` removes the copy. @returns Its folder. */
export async function copyProject(): Promise<string> {
  const folder = await newFolder('project-')
  await chmod(folder, 0o711) // PostgreSQL runs as another user if the tests run as root
  const filter = (path: string) => !notCopied.includes(basename(path))
  await cp(root, folder, { recursive: true, filter })
  // Packages are linked one by one, so that the copy has its own client and stack, and tools do not share their caches.
  const modules = join(root, 'node_modules')
  await mkdir(join(folder, 'node_modules/@plant-collection'), { recursive: true })
  await symlink('../../client', join(folder, 'node_modules/@plant-collection/client'))
  await symlink('../stack', join(folder, 'node_modules/contract-stack'))
  for (const name of await readdir(modules)) {
    const isPackage = !name.startsWith('.') || name === '.bin'
    if (isPackage && !['@plant-collection', 'contract-stack'].includes(name))
      await symlink(join(modules, name), join(folder, 'node_modules', name))
  }
  // Newer than each lock file, or make would install in the linked folders.
  await writeFile(join(folder, 'node_modules/.installed'), '')
  for (const stamp of globSync('{test/package/consumers,tools/install/*}/node_modules/.installed', { cwd: root }))
    await symlink(join(root, dirname(stamp)), join(folder, dirname(stamp)))
  return folder
}
