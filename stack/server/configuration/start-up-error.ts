// A process that cannot start exits with status 1. For a StartUpError, it prints only the message, without a stack.
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Error for the operator who starts the process. Its message says what is wrong, and what to do. */
export class StartUpError extends Error {
  override readonly name = 'StartUpError'
}

export async function exitOnStartUpError(start: () => Promise<void>): Promise<void> {
  try {
    await start()
  } catch (error) {
    console.error(error instanceof StartUpError ? error.message : error)
    process.exitCode = 1
  }
}

/** Returns the message of an error in one line, or its code. */
export function getMessage(error: unknown): string {
  const { message, code, errors } = Object(error)
  // Node's error for several addresses of one host has no message of its own.
  if (Array.isArray(errors)) return errors.map(getMessage).join(', ')
  return String(message || code).replaceAll('\n', ' ')
}

/**
 * Opens something in the data folder. Creates the folder if it does not exist.
 * @param adviceFor Returns what to do after an error. `undefined`: the code of the error decides.
 * @throws {StartUpError} that says what is wrong, and what to do.
 */
export async function withDataFolder<T>(
  folder: string,
  open: () => Promise<T>,
  adviceFor: (error: unknown) => string | undefined = () => undefined,
): Promise<T> {
  try {
    await makeFolder(folder)
    return await open()
  } catch (error) {
    if (error instanceof StartUpError) throw error
    const advice = adviceFor(error) ?? adviceForFiles((error as NodeJS.ErrnoException).code)
    const message = `The data folder ${folder} cannot be used: ${getMessage(error)}. ${advice}`
    throw new StartUpError(message, { cause: error })
  }
}

// With `recursive`, mkdir of Node 26 never returns in a folder like /proc, where it fails with ENOENT.
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path) || dirname(path) === path) return
  await makeFolder(dirname(path))
  await mkdir(path).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
}

export const checkDisk = 'Check the disk and its free space, or choose another folder with DATA=.'

function adviceForFiles(code: string | undefined): string {
  // Errors of this service have no code, and their messages already say what to do.
  if (code === undefined) return 'You can choose another folder with DATA=.'
  if (['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'].includes(code)) return checkDisk
  return 'Make it a folder that you can write to, or choose another folder with DATA=.'
}
