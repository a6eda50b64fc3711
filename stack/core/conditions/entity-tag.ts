// Entity tags (RFC 9110, 8.8.3): strong ones, 27 characters of base64url in quotes. Equal tags mean equal responses.
import type { Digest } from './digest.ts'

/** @param text The body as it is sent. */
export function itemTag(digest: Digest, owner: string, text: string): string {
  return quoted(digest(JSON.stringify([owner, '']) + text))
}

/**
 * The tag of a list, without the list: what it shows depends only on these values.
 * @param schemaDigest Of the schema of its items.
 * @param revision Of the collection.
 * @param query With its defaults.
 */
export function listTag(
  digest: Digest,
  { owner, collection }: { owner: string; collection: string },
  schemaDigest: string,
  revision: string,
  query: Record<string, unknown>,
): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const sorted = given.sort(([one], [other]) => (one < other ? -1 : 1))
  return quoted(digest(JSON.stringify([schemaDigest, owner, collection, revision, sorted])))
}

function quoted(hash: string): string {
  return `"${hash.slice(0, 27)}"`
}
