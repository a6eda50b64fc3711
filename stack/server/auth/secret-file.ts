// A secret of the service in a file of its data folder, which other users of the machine cannot read.
import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'

/** Returns the content of `file`. Writes a new secret into it if it does not exist. */
export async function readSecret(file: string, newSecret: () => Promise<string>): Promise<string> {
  const readSecretFile = () => readFile(file, 'utf8')
  return readSecretFile().catch(async (error) => {
    if (error.code !== 'ENOENT') throw error
    await createFile(file, await newSecret())
    return readSecretFile()
  })
}

// `make start` and `make token` may run at the same time. Creating a link is atomic, so only one of them succeeds.
async function createFile(file: string, secret: string): Promise<void> {
  const stagedFile = `${file}.${randomUUID()}`
  try {
    // Flushed first, so that the file is complete even after a power failure.
    await writeFile(stagedFile, `${secret}\n`, { mode: 0o600, flush: true })
    await link(stagedFile, file).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(stagedFile, { force: true })
  }
}
