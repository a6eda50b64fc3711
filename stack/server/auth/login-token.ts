// The one-time login token in the link that a start prints: it signs in one browser. It is in the data folder, so that
// an unused link still works after a restart.
import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { link, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readSecret } from './secret-file.ts'

export function pageKeyFile(dataFolder: string): string {
  return join(dataFolder, 'page-key')
}

export function createLoginTokens(dataFolder: string) {
  const file = pageKeyFile(dataFolder)
  let lastUse: Promise<unknown> = Promise.resolve()

  /** Returns the token of the next link: 22 characters of base64url. */
  async function current(): Promise<string> {
    const token = (await readSecret(file, async () => randomBytes(16).toString('base64url'))).trim()
    if (/^[\w-]{22}$/.test(token)) return token
    throw new Error('page-key in it is not a valid key (delete it to get a new one)')
  }

  async function consume(candidate: string): Promise<boolean> {
    if (!isEqual(candidate, await current())) return false
    // Only one of several processes can rename the file.
    const claimedFile = `${file}.${randomUUID()}`
    const isClaimed = await rename(file, claimedFile).then(
      () => true,
      () => false,
    )
    if (!isClaimed) return false
    // Another process may have used the token, and written the next one.
    const isValid = isEqual(candidate, (await readFile(claimedFile, 'utf8')).trim())
    if (!isValid) await link(claimedFile, file).catch(() => {})
    await rm(claimedFile)
    return isValid
  }

  return {
    current,
    /** Returns whether `candidate` is the current token. If it is, the token expires, and `current` creates a new one. */
    use(candidate: string): Promise<boolean> {
      // One at a time: only one of two requests with the same token gets `true`.
      const use = lastUse.then(() => consume(candidate))
      lastUse = use.catch(() => {})
      return use
    },
  }
}

// Compares in constant time.
function isEqual(candidate: string, token: string): boolean {
  return timingSafeEqual(hash('sha256', candidate, 'buffer'), hash('sha256', token, 'buffer'))
}
