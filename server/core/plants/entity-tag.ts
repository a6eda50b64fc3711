// Entity tags (RFC 9110, 8.8.3): strong ones, 27 characters of base64url in quotes. Equal tags mean equal responses.
import { contractDigest } from '../contract/plan.ts'
import type { Digest } from './digest.ts'

/** @param text The body as it is sent. */
export function plantTag(digest: Digest, owner: string, text: string): string {
  return quoted(digest(JSON.stringify([owner, '']) + text))
}

/**
 * The tag of a list, without the list: what it shows depends only on these values and on the contract.
 * @param revision Of the owner's plants.
 * @param query With its defaults.
 */
export function listTag(digest: Digest, owner: string, revision: string, query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const sorted = given.sort(([one], [other]) => (one < other ? -1 : 1))
  return quoted(digest(JSON.stringify([contractDigest, owner, revision, sorted])))
}

function quoted(hash: string): string {
  return `"${hash.slice(0, 27)}"`
}
