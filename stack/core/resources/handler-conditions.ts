// The conditions of a request that a handler responds to. The first write of the handler evaluates them, inside the write: so
// nothing has changed if one of them is false, and no handler can forget them.
import { isConditional, itemValidators, listTag, requireConditions, type Validators } from '../conditions/conditions.ts'
import type { Digest } from '../conditions/digest.ts'
import type { Contract } from '../contract/contract.ts'
import type { Call } from '../pipeline/pipeline.ts'
import { type AnyHandlers, readerOf } from './any-handlers.ts'
import type { Item } from './item.ts'
import type { Place } from './item-store.ts'
import { placeIn } from './place.ts'

export interface ConditionParts {
  handlers: AnyHandlers
  digest: Digest
  now: () => Date
}

export interface HandlerConditions {
  /** @returns What a change or a deletion must call with the stored item. @throws {Error} if another write must come first. */
  ofItem: (place: Place, id: string) => ((item: Item) => void) | undefined
  /** @returns What a creation must call with the revision. @throws {Error} if another write must come first. */
  ofNew: (place: Place, id: string) => ((revision: string) => void) | undefined
  /** Called with the result of each write; `undefined` if the item or its parent does not exist. */
  wrote: (place: Place, id: string, item: Item | undefined) => void
  /** @throws {Error} if no write has evaluated them. @returns The validators of what GET returns now, if that is known. */
  end: () => Validators | undefined
}

/** Of an item that does not exist: `*` is false. */
const ofNothing: Validators = { ETag: undefined }

/** Of an operation without x-conditions. */
const none: HandlerConditions = {
  ofItem: () => undefined,
  ofNew: () => undefined,
  wrote: () => {},
  end: () => undefined,
}

export function handlerConditions(contract: Contract, call: Call, parts: ConditionParts): HandlerConditions {
  const { operation, caller, path, headers } = call
  const subject = contract.conditionSubjects[operation.id]
  if (subject === undefined) return none
  const collection = contract.collectionAt(subject.collection)
  const subjectPlace = placeIn(collection, caller.owner, path)
  const subjectId = subject.parameter && String(path[subject.parameter])
  const read = readerOf(parts.handlers, subject.read)
  let isDue = true
  let isMissing = false
  let current: Item | undefined

  function evaluate(validators: Validators): void {
    requireConditions(headers, validators)
    isDue = false
  }

  function validatorsOf(item: Item): Validators {
    const shown = read === undefined ? item : read(item).body
    return itemValidators(parts, caller.owner, collection, item, JSON.stringify(shown))
  }

  /** @param id `undefined` for the list of the place. */
  function isDueIn(place: Place, id: string | undefined): boolean {
    const isSubject = place.collection === subjectPlace.collection && id === subjectId
    if (isSubject && !isConditional(headers)) isDue = false
    return isSubject && isDue
  }

  function requireEvaluated(): void {
    // Not earlier: 404 comes before 412, so a handler can first say that there is no such item.
    if (isDue && isMissing) evaluate(ofNothing)
    if (!isDue) return
    const what = subjectId === undefined ? 'create an item in the collection' : 'be to the item'
    throw new Error(`${operation.id} has x-conditions, so the first write of its handler must ${what} at its path.`)
  }

  return {
    ofItem(place, id) {
      if (isDueIn(place, id)) return (item) => evaluate(validatorsOf(item))
      requireEvaluated()
      return undefined
    },
    ofNew(place, id) {
      if (isDueIn(place, undefined)) {
        const { schemaDigest, defaultQuery } = collection
        return (revision) => evaluate({ ETag: listTag(parts.digest, place, schemaDigest, revision, defaultQuery) })
      }
      if (isDueIn(place, id)) evaluate(ofNothing)
      requireEvaluated()
      return undefined
    },
    wrote(place, id, item) {
      if (place.collection === subjectPlace.collection && id === subjectId) current = item
      if (item === undefined) isMissing = true
    },
    end() {
      requireEvaluated()
      return current && validatorsOf(current)
    },
  }
}
