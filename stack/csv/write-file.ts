// Writes a file as a shell does with `>`: through a symbolic link, and into a device or a pipe. But a regular file is
// replaced only when the new content is complete.
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** @throws {Error} of node:fs, or of `lines`; a regular file is then unchanged. */
export async function writeWhole(file: string, lines: AsyncIterable<string>): Promise<void> {
  const existing = await stat(file).catch((error) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (existing === undefined || existing.isFile()) await replace(await resolveLinks(file), lines, existing?.mode)
  else await writeFile(file, lines, { flag: constants.O_WRONLY })
}

async function replace(file: string, lines: AsyncIterable<string>, mode: number | undefined): Promise<void> {
  const temporaryFile = `${file}.${randomUUID()}`
  try {
    // Stryker disable next-line ObjectLiteral,BooleanLiteral: only a power failure would show it
    await writeFile(temporaryFile, lines, { flush: true, ...(mode !== undefined && { mode }) })
    // The umask of the process may have removed some bits.
    if (mode !== undefined) await chmod(temporaryFile, mode)
    await rename(temporaryFile, file)
  } catch (error) {
    await rm(temporaryFile, { force: true })
    throw error
  }
}

/** Returns the target of a symbolic link, even if no file exists there yet; any other path unchanged. */
async function resolveLinks(file: string): Promise<string> {
  const link = await readlink(file).catch(() => undefined)
  return link === undefined ? file : resolveLinks(resolve(await realpath(dirname(file)), link))
}
