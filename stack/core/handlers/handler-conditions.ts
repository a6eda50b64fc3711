// Evaluates the preconditions of a request to a handler, which refer to what GET at the same path returns. The
// transaction of the handler reads that item or list, so nothing is written if it changes before the commit.
import { getCollection } from '../contract/collections.ts'
import type { Contract } from '../contract/contract.ts'
import { collectionKeyFor } from '../items/collection-key.ts'
import {
  type EntityValidators,
  isConditional,
  itemValidators,
  listTag,
  requireConditions,
} from '../items/conditions.ts'
import { currentItem } from '../items/item.ts'
import { storageKey } from '../items/item-id.ts'
import { creatorCheck } from '../items/item-problems.ts'
import type { StandardParts } from '../items/standard-method.ts'
import type { OperationCall } from '../pipeline/pipeline.ts'
import { functionsOf, serializeBody } from './any-handlers.ts'
import type { Transaction } from './transaction.ts'

export function handlerConditions(
  contract: Contract,
  call: OperationCall,
  transaction: Transaction,
  parts: Pick<StandardParts, 'store' | 'handlers' | 'digest' | 'now'>,
) {
  const { operation, principal, path, headers } = call
  const subject = contract.conditionSubjects[operation.id]
  // An operation without x-conditions.
  if (!subject) return { checkBefore: async () => {}, checkAfter: () => undefined, toValidators: () => undefined }
  const collection = getCollection(contract.collections, subject.collection)
  const collectionKey = collectionKeyFor(collection, principal.owner, path)
  const id = subject.parameter && storageKey(path[subject.parameter])
  const { read: serializer } = functionsOf(parts.handlers, subject.read)
  let isMissing = false

  /** @returns `undefined` if GET does not return the item. */
  function getValidators(text: string): EntityValidators | undefined {
    const item = currentItem(collection, JSON.parse(text))
    const body = serializer === undefined ? JSON.stringify(item) : serializeBody(serializer, item)
    return body === undefined ? undefined : itemValidators(parts, collectionKey.owner, collection, item, body)
  }

  async function readValidators(): Promise<EntityValidators | undefined> {
    if (id !== undefined) {
      const text = await transaction.get(collectionKey, id)
      return text === undefined ? undefined : getValidators(text)
    }
    const revision = await transaction.revision(collectionKey)
    const { listDigest, defaultQuery } = collection
    if (revision === undefined) return undefined
    return { ETag: listTag(collectionKey, listDigest, revision, defaultQuery) }
  }

  /** Checks the creator before a 412, so that the response is 403 as without preconditions. @throws {Problem} 403 */
  async function requireOwnItem(): Promise<void> {
    const checkCreator = creatorCheck(collection, principal)
    if (id === undefined || checkCreator === undefined) return
    // The same text changes nothing.
    await parts.store.update(collectionKey, id, (text, createdBy) => {
      checkCreator(createdBy)
      return text
    })
  }

  return {
    /** @throws {Problem} 403, 412 */
    async checkBefore(): Promise<void> {
      if (!isConditional(headers)) return
      const validators = await readValidators()
      isMissing = validators === undefined
      if (validators === undefined) return
      try {
        requireConditions(headers, validators)
      } catch (refusal) {
        await requireOwnItem()
        throw refusal
      }
    },
    /**
     * Called after the handler, which can respond first that there is no such item.
     * @returns The item that GET returns, if the handler has written it. @throws {Problem} 412
     */
    checkAfter(): string | undefined {
      // `If-Match: *` is false if the item does not exist.
      if (isMissing) requireConditions(headers, { ETag: undefined })
      return id === undefined ? undefined : transaction.getStaged(collectionKey, id)
    },
    /** @param item Result of `checkAfter`. @returns The validators of what GET returns. */
    toValidators: (item: string | undefined) => (item === undefined ? undefined : getValidators(item)),
  }
}
