// How stored items are changed and validated: by a command, and by the service that changes its own data.
import { compiledValidator } from '../../core/contract/compiled-validator.ts'
import type { ChangeOptions } from '../../core/resources/change-stored.ts'
import { faultFinder } from '../../core/resources/item-faults.ts'
import { writeErrors } from '../../core/resources/valid-writes.ts'
import type { Api } from '../api.ts'
import type { Changes } from './change-notation.ts'

export function changeOptions(
  { contract, server, handlers }: Pick<Api, 'contract' | 'server' | 'handlers'>,
  { collection, changes }: Changes,
): ChangeOptions {
  const toError = writeErrors(contract, compiledValidator(server.validators), handlers)
  return {
    collection,
    changes,
    findFaults: faultFinder(server.validators),
    toError: (text) => toError(collection.path, 'update', text),
  }
}
