// The key in the link that `make start` prints. It signs in one browser, once. It is in the data folder, so that an
// unused link still works after a restart.
import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { link, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readSecret } from './secret-file.ts'

export function pageKeyFile(dataFolder: string): string {
  return join(dataFolder, 'page-key')
}

export function pageKey(dataFolder: string) {
  const file = pageKeyFile(dataFolder)
  let lastUse: Promise<unknown> = Promise.resolve()

  /** Returns the key of the next link: 22 characters of base64url. */
  async function current(): Promise<string> {
    const key = (await readSecret(file, async () => randomBytes(16).toString('base64url'))).trim()
    if (/^[\w-]{22}$/.test(key)) return key
    throw new Error('page-key in it is not a valid key (delete it to get a new one)')
  }

  async function useNow(text: string): Promise<boolean> {
    if (!isEqual(text, await current())) return false
    // Of several processes, only one can rename it.
    const claimedFile = `${file}.${randomUUID()}`
    const isClaimed = await rename(file, claimedFile).then(
      () => true,
      () => false,
    )
    if (!isClaimed) return false
    // Another process may have used the key, and written the next one.
    const isValid = isEqual(text, (await readFile(claimedFile, 'utf8')).trim())
    if (!isValid) await link(claimedFile, file).catch(() => {})
    await rm(claimedFile)
    return isValid
  }

  return {
    current,
    /** Returns whether `text` is the current key. If so, the key is no longer valid: `current` makes a new one. */
    use(text: string): Promise<boolean> {
      // One after the other: of two requests with the same key, one gets true.
      const use = lastUse.then(() => useNow(text))
      lastUse = use.catch(() => {})
      return use
    },
  }
}

// The time that it takes says nothing about the key.
function isEqual(text: string, key: string): boolean {
  return timingSafeEqual(hash('sha256', text, 'buffer'), hash('sha256', key, 'buffer'))
}
