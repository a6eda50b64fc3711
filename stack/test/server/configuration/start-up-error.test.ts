import { stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { orExit, StartUpError, usingDataFolder } from '../../../server/configuration/start-up-error.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'

afterAll(cleanUp)

afterEach(() => {
  process.exitCode = undefined
})

const open = (error: object) => usingDataFolder('data', () => Promise.reject(error))

it('an opened data folder is passed on, and so is an error that says what to do', async () => {
  expect(await usingDataFolder('data', async () => 'opened')).toBe('opened')
  const error = new StartUpError('Choose another folder.')
  await expect(open(error)).rejects.toBe(error)
})

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

it.each([
  [{ code: 'ENOSPC' }, 'Check the disk and its free space, or choose another folder with DATA=.'],
  [{ code: 'EACCES' }, 'Make it a folder that you can write to, or choose another folder with DATA=.'],
  [{}, 'You can choose another folder with DATA=.'],
])('an error with %j has advice', async (properties, advice) => {
  const cause = Object.assign(new Error('it is\nbroken'), properties)
  const error = await open(cause).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StartUpError)
  expect(error).toMatchObject({ cause, message: `The data folder data cannot be used: it is broken. ${advice}` })
})

it.each([
  [new StartUpError('Choose another port.'), 'Choose another port.'],
  [new TypeError('a defect'), new TypeError('a defect')],
])('a start that fails sets the exit code and prints the error: %s', async (error, printed) => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  await orExit(() => Promise.reject(error))
  expect(print.mock.calls).toEqual([[printed]])
  expect(process.exitCode).toBe(1)
})
