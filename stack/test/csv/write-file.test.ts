import { execFile } from 'node:child_process'
import { chmod, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, it } from 'vitest'
import { writeWhole } from '../../csv/write-file.ts'
import { newFolder } from '../support/folder.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await newFolder()
  file = join(folder, 'rooms.csv')
})

async function* lines(...texts: string[]) {
  yield* texts
}
const getMode = async (path: string) => (await stat(path)).mode & 0o777

it.each([0o600, 0o640, 0o666])('a regular file is replaced at the end, and keeps its mode %i', async (mode) => {
  await writeFile(file, 'before')
  await chmod(file, mode)
  const inode = (await stat(file)).ino
  await writeWhole(file, lines('a\n', 'b\n'))
  expect(await readFile(file, 'utf8')).toBe('a\nb\n')
  expect(await getMode(file)).toBe(mode)
  expect((await stat(file)).ino).not.toBe(inode)
  expect(await readdir(folder)).toEqual([basename(file)])
})

it('a named pipe stays one, and its reader gets the content, also through a link', async () => {
  await promisify(execFile)('mkfifo', [file])
  const link = join(folder, 'link')
  await symlink(file, link)
  for (const path of [file, link]) {
    const [content] = await Promise.all([readFile(file, 'utf8'), writeWhole(path, lines('a\n', 'b\n'))])
    expect(content).toBe('a\nb\n')
  }
  expect((await lstat(file)).isFIFO()).toBe(true)
  expect(await readdir(folder)).toEqual(['link', basename(file)])
})
