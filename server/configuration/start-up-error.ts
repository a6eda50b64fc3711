// How a process ends when it cannot start: with a line that says what to do, no stack, and a non-zero exit.

/** Its message is for the person at the keyboard: what is wrong, and what to do about it. */
export class StartUpError extends Error {
  override readonly name = 'StartUpError'
}

export async function orExit(start: () => Promise<void>): Promise<void> {
  try {
    await start()
  } catch (error) {
    console.error(error instanceof StartUpError ? error.message : error)
    process.exitCode = 1
  }
}

/** Opens what is kept in the data folder; whatever goes wrong there becomes advice. */
export async function usingDataFolder<T>(folder: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof StartUpError) throw error
    // What Node and SQLite throw; `code` and `errcode` are looked at as what may be missing.
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number }
    const reason = message.replaceAll('\n', ' ')
    throw new StartUpError(`The data folder ${folder} cannot be used: ${reason}. ${mend(code, errcode)}`, {
      cause: error,
    })
  }
}

function mend(code: string | undefined, errcode = 0): string {
  // The first byte of SQLite's result codes, https://www.sqlite.org/rescode.html
  switch (errcode & 0xff) {
    case 5:
      return 'Stop the other server that uses it, or choose another folder with DATA=.'
    case 11:
    case 26:
      return 'Put a backup in its place, or choose another folder with DATA=.'
  }
  // Our own words have no code, and say what is wrong by themselves.
  if (code === undefined) return 'You can choose another folder with DATA=.'
  return 'Make it a folder you can write to, or choose another with DATA=.'
}
