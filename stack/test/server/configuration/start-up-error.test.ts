import { stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { usingDataFolder } from '../../../server/configuration/start-up-error.ts'
import { newFolder } from '../../support/folder.ts'

it('a data folder is created before it is opened, with its parents, even by several processes at once', async () => {
  const folder = join(await newFolder(), 'new', 'data')
  const open = async () => (await stat(folder)).isDirectory()
  expect(await Promise.all([1, 2, 3].map(() => usingDataFolder(folder, open)))).toEqual([true, true, true])
})

// mkdir of Node 26 with `recursive` never ends in /proc.
it('a data folder that cannot be created is an error that says what to do', async () => {
  const file = join(await newFolder(), 'file')
  await writeFile(file, '')
  const link = join(await newFolder(), 'link')
  await symlink('nowhere', link)
  for (const folder of ['/proc/rooms', '/proc/rooms/data', join(file, 'data'), join(link, 'data')]) {
    const message = new RegExp(`^The data folder ${folder} cannot .*Make it a folder that you can write to`)
    await expect(
      usingDataFolder(folder, async () => 'opened'),
      folder,
    ).rejects.toThrow(message)
  }
})
