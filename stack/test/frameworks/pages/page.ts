// What the pages of all frameworks share: the client, the observers, and what a list of lamps and a form show.
import { InfiniteQueryObserver, QueryClient } from '@tanstack/query-core'
import {
  createItemDeletions,
  createItemEdit,
  type ItemDeletions,
  type ItemEdit,
  type Observer,
} from '../../product/generated/query/index.ts'
import { createLampClient, type Lamp, type LampPatch } from '../../support/lamp-client.ts'
import { lampQueries, type SeenLamp } from '../../support/lamp-hooks.ts'

/** A text, and the buttons beside it. */
export interface View {
  text: string
  buttons: [label: string, press: () => void][]
}

export const client = createLampClient({
  baseUrl: location.origin,
  token: () => sessionStorage.getItem('token') ?? '',
  fetch: (request) => fetch(request, { keepalive: request.method === 'DELETE' }),
})
export const queries = new QueryClient()
// As the plugin or the provider of each framework does: it notices when the person returns to the window.
queries.mount()
const list = new InfiniteQueryObserver(queries, lampQueries(client).list())
const none: Lamp[] = []

export const lamps: Observer<Lamp[]> = {
  subscribe: (listener) => list.subscribe(listener),
  getState: () => list.getCurrentResult().data ?? none,
}
export const editLamp = (id: string) => createItemEdit(queries, client, '/lamps', { id })
export const deleteLamps = () => createItemDeletions(queries, client, '/lamps', {})

export function toRow(lamp: Lamp, deletions: ItemDeletions<Lamp, SeenLamp>, edit: (id: string) => void): View {
  const deletion = deletions.get(lamp.id)
  const undo: View['buttons'][0] = ['Undo', () => deletions.undo(lamp.id)]
  switch (deletion?.phase) {
    case undefined: {
      const start = () => deletions.start(lamp)
      return {
        text: lamp.name,
        buttons: [
          ['Edit', () => edit(lamp.id)],
          ['Delete', start],
        ],
      }
    }
    case 'waiting':
      return { text: `Deleted ${lamp.name}`, buttons: [undo] }
    case 'sending':
      return { text: `Deleting ${lamp.name}`, buttons: [] }
    case 'changed':
      return {
        text: `It is now ${deletion.newer.lamp.name}`,
        buttons: [undo, ['Confirm', () => deletions.confirm(lamp.id)]],
      }
    case 'failed':
      return { text: deletion.error.message, buttons: [undo, ['Retry', () => deletions.confirm(lamp.id)]] }
  }
}

export function toForm({ seen, newer, isDeleted, isSaving, error, ...edit }: ItemEdit<SeenLamp, LampPatch>): View {
  const save = (from?: SeenLamp) => edit.save({ name: document.querySelector('input')?.value ?? '' }, from)
  if (isDeleted) return { text: 'It does not exist any more', buttons: [] }
  if (newer) {
    const overwrite = () => save(newer)
    return {
      text: `It is now ${newer.lamp.name}`,
      buttons: [
        ['Accept', edit.acceptNewer],
        ['Overwrite', overwrite],
      ],
    }
  }
  const text = isSaving ? 'Saving' : `Editing ${seen?.lamp.name}`
  return { text: error?.message ?? text, buttons: [['Save', () => save()]] }
}

/** @param unmount Ends what the framework shows. */
export function onLeave(unmount: () => void): void {
  const button = document.createElement('button')
  button.append('Leave')
  button.onclick = unmount
  document.body.append(button)
}
