import { execFile } from 'node:child_process'
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { writeWhole } from '../../csv/write-file.ts'
import { cleanUp, newFolder } from '../support/folder.ts'

afterAll(cleanUp)
let folder: string
let file: string
beforeEach(async () => {
  folder = await newFolder()
  file = join(folder, 'rooms.csv')
})

async function* lines(...texts: (string | Error)[]) {
  for (const text of texts) {
    if (text instanceof Error) throw text
    yield text
  }
}
const modeOf = async (path: string) => (await stat(path)).mode & 0o777

describe('a regular file', () => {
  it.each([0o600, 0o640, 0o666])('is replaced at the end, and keeps its mode %i', async (mode) => {
    await writeFile(file, 'before')
    await chmod(file, mode)
    const inode = (await stat(file)).ino
    await writeWhole(file, lines('a\n', 'b\n'))
    expect(await readFile(file, 'utf8')).toBe('a\nb\n')
    expect(await modeOf(file)).toBe(mode)
    expect((await stat(file)).ino).not.toBe(inode)
    expect(await readdir(folder)).toEqual([basename(file)])
  })

  it('is created with the usual mode', async () => {
    await writeFile(join(folder, 'other'), '')
    await writeWhole(file, lines('a\n'))
    expect(await modeOf(file)).toBe(await modeOf(join(folder, 'other')))
  })

  it('is unchanged after a failure, and nothing else stays', async () => {
    await writeFile(file, 'before')
    await expect(writeWhole(file, lines('a\n', new Error('broken')))).rejects.toThrow('broken')
    expect(await readFile(file, 'utf8')).toBe('before')
    expect(await readdir(folder)).toEqual([basename(file)])
  })
})

describe('a symbolic link', () => {
  it.each([true, false])('stays a link, and its target is written: the target exists: %s', async (exists) => {
    await mkdir(join(folder, 'data'))
    const target = join(folder, 'data/target.csv')
    if (exists) await writeFile(target, 'before', { mode: 0o600 })
    await symlink('data/second', file)
    await symlink('target.csv', join(folder, 'data/second'))
    await writeWhole(file, lines('a\n'))
    expect(await readFile(target, 'utf8')).toBe('a\n')
    for (const link of [file, join(folder, 'data/second')]) expect((await lstat(link)).isSymbolicLink()).toBe(true)
    expect(await readdir(join(folder, 'data'))).toEqual(['second', 'target.csv'])
    if (exists) expect(await modeOf(target)).toBe(0o600)
  })

  it('that leads to itself is an error', async () => {
    await symlink('rooms.csv', file)
    await expect(writeWhole(file, lines('a\n'))).rejects.toThrow('ELOOP')
  })
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

it('a folder is an error, and stays as it is', async () => {
  await expect(writeWhole(folder, lines('a\n'))).rejects.toThrow('EISDIR')
  expect(await readdir(folder)).toEqual([])
})
