// Deletes the plants that a run has created: the target keeps only what it had before.
import { call } from './call.ts'
import { NoResponse } from './connection.ts'
import type { Target } from './target.ts'

/** Deletes the plants that were created over this connection. What cannot be deleted now is deleted at the end. */
export async function deleteCreated(target: Target, { isEnd = false } = {}): Promise<void> {
  if (!target.options.mayWrite || target.options.isMock) return
  for (const [id, token] of target.created) {
    try {
      const { response } = await call(target, 'deletePlant', { id, token })
      if (response.status === 204 || response.status === 404) target.created.delete(id)
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      if (!isEnd) return
    }
  }
}
