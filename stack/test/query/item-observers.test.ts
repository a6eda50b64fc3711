// What the observers of an edit and of deletions do when their QueryClient, or a different client, also changes the
// item. ../frameworks/ tests what each framework shows of them, in a browser.
import { QueryClient } from '@tanstack/query-core'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createItemDeletions, createItemEdit, type Observer } from '../product/generated/query/index.ts'
import { createCaller } from '../support/caller.ts'
import { createLampClient, type LampPatch } from '../support/lamp-client.ts'
import { lampMutations, type SeenLamp } from '../support/lamp-queries.ts'
import { sharedService } from '../support/shared-service.ts'
import { waitUntil } from '../support/wait.ts'

const service = await sharedService()
const otherCaller = createCaller(service)

// A deletion listens to events of the global object, as in a page.
const page = new EventTarget()
for (const name of ['addEventListener', 'removeEventListener'] as const) vi.stubGlobal(name, page[name].bind(page))
afterAll(() => void vi.unstubAllGlobals())

/** Creates a lamp, and a QueryClient that reads and changes it. */
async function openLamp() {
  const { lamp, path, etag } = await otherCaller.create('Fern', 'hall')
  const sent: string[] = []
  /** Promises that delay a request, by method: before it is sent, and before its response arrives. */
  const gates = new Map<string, { sends?: Promise<void>; arrives?: Promise<void> }>()
  const client = createLampClient({
    baseUrl: service.url,
    token: await service.token(),
    async fetch(request) {
      const { method } = request
      sent.push(method)
      await gates.get(method)?.sends
      const response = await fetch(request)
      await gates.get(method)?.arrives
      return response
    },
  })
  const queries = new QueryClient()
  const mutations = lampMutations(client)
  const run = (options: object, variables: object) =>
    queries.getMutationCache().build(queries, options).execute(variables)

  /** Subscribes to an observer. @returns Its states, including later ones. */
  function listen<State>(observer: Observer<State>) {
    const states = [observer.getState()]
    const end = observer.subscribe(() => void states.push(observer.getState()))
    onTestFinished(end)
    return { states, end }
  }

  function edit(options: { seen?: SeenLamp } = {}) {
    const observer = createItemEdit(queries, client, '/lamps', { id: lamp.id }, options)
    return { ...listen(observer), state: observer.getState }
  }

  /** Starts an edit, and waits until it has its lamp. */
  async function startEdit() {
    const started = edit()
    await waitUntil(() => started.state().seen)
    return started
  }

  function openDeletions() {
    const deleted: string[] = []
    const onDeleted = ({ name }: { name: string }) => void deleted.push(name)
    const observer = createItemDeletions(queries, client, '/lamps', {}, { undoMs: 3_600_000, onDeleted })
    const hasDeleted = () => waitUntil(() => deleted.length > 0)
    return { ...listen(observer), state: observer.getState, deleted, hasDeleted }
  }

  /** Starts a deletion, and waits until it has read the entity tag. */
  async function startDeletion(item = lamp) {
    const deletions = openDeletions()
    deletions.state().start(item)
    await waitUntil(() => sent.includes('GET') && queries.isFetching() === 0)
    return deletions
  }

  return {
    lamp,
    etag,
    ...{ queries, sent, gates, edit, startEdit, openDeletions, startDeletion },
    change: (body: LampPatch) => otherCaller.send('PATCH', path, { body }),
    removeAsOther: () => otherCaller.send('DELETE', path),
    storedStatus: async () => (await otherCaller.send('GET', path)).status,
    storedLamp: async () => (await otherCaller.lamps()).find(({ id }) => id === lamp.id),
    waitFor: (method: string) => waitUntil(() => sent.includes(method)),
    update: (change: LampPatch, meta = {}) => run({ ...mutations.update, meta }, { id: lamp.id, change }),
    remove: () => run(mutations.delete, { id: lamp.id }),
  }
}

/** A promise, and the function that resolves it. */
function createGate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, open: resolve }
}

describe('an edit', () => {
  it('starts with the first fetch that ends after its start, not with an older item of the cache', async () => {
    const { startEdit, change, queries } = await openLamp()
    queries.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } })
    const { end } = await startEdit()
    end()
    await change({ name: 'Theirs' })
    const { states } = await startEdit()
    const names = states.flatMap(({ seen, newer }) => [seen, newer]).map((item) => item?.lamp.name)
    expect(new Set(names)).toEqual(new Set([undefined, 'Theirs']))
    expect(states.map(({ newer }) => newer).filter(Boolean)).toEqual([])
  })

  it('starts with the item of a draft, and shows a later version as newer', async () => {
    const { edit, change, lamp, etag } = await openLamp()
    await change({ name: 'Theirs' })
    const { state } = edit({ seen: { lamp, etag } })
    await waitUntil(() => state().newer)
    expect([state().seen?.lamp.name, state().newer?.lamp.name]).toEqual(['Fern', 'Theirs'])
  })

  it.each([{}, { optimistic: true }])('takes an update of its own QueryClient as seen, with %j', async (meta) => {
    const { startEdit, update } = await openLamp()
    const { state, states } = await startEdit()
    await update({ tag: 'desk' }, meta)
    expect(state().seen?.lamp).toMatchObject({ name: 'Fern', tag: 'desk' })
    state().save({ name: 'Mine' })
    await waitUntil(() => state().seen?.lamp.name === 'Mine')
    expect(states.filter(({ newer, error }) => newer || error)).toEqual([])
  })

  it('shows a change of a different client as newer, even if an update of its QueryClient returned it', async () => {
    const { startEdit, update, change } = await openLamp()
    const { state } = await startEdit()
    await change({ name: 'Theirs' })
    await update({ tag: 'desk' })
    await waitUntil(() => state().newer)
    expect([state().seen?.lamp.name, state().newer?.lamp.name]).toEqual(['Fern', 'Theirs'])
  })

  it('does not show its own save as newer if a refetch returns it before the response to the save', async () => {
    const { startEdit, gates, queries, storedLamp } = await openLamp()
    const { state, states } = await startEdit()
    const gate = createGate()
    gates.set('PATCH', { arrives: gate.promise })
    state().save({ name: 'Mine' })
    await expect.poll(storedLamp).toMatchObject({ name: 'Mine' })
    await queries.refetchQueries()
    gate.open()
    await waitUntil(() => state().seen?.lamp.name === 'Mine')
    expect(states.filter(({ newer }) => newer)).toEqual([])
  })

  it('has isDeleted if a save finds that a different client has deleted the lamp', async () => {
    const { startEdit, removeAsOther, gates } = await openLamp()
    const { state } = await startEdit()
    await removeAsOther()
    // Otherwise, the fetch after the save would also get the 404.
    const offline = Promise.reject(new Error('offline'))
    offline.catch(() => {})
    gates.set('GET', { sends: offline })
    state().save({ name: 'Mine' })
    await waitUntil(() => state().isDeleted)
  })

  it('has isDeleted if its own QueryClient deletes the lamp, but not if the cache is cleared', async () => {
    const { startEdit, remove, queries } = await openLamp()
    const { state } = await startEdit()
    queries.clear()
    expect(state().isDeleted).toBe(false)
    const secondEdit = await startEdit()
    await remove()
    expect(secondEdit.state()).toMatchObject({ isDeleted: true, newer: undefined })
  })
})

describe('a deletion', () => {
  it('is sent when the page closes after it has read the entity tag', async () => {
    const opened = await openLamp()
    await opened.startDeletion()
    page.dispatchEvent(new Event('pagehide'))
    await expect.poll(opened.storedStatus).toBe(404)
  })

  it('is not sent when the page closes before it has read the entity tag', async () => {
    const { lamp, gates, sent, openDeletions, storedStatus } = await openLamp()
    const gate = createGate()
    gates.set('GET', { arrives: gate.promise })
    openDeletions().state().start(lamp)
    page.dispatchEvent(new Event('pagehide'))
    gate.open()
    expect([await storedStatus(), sent]).toEqual([200, ['GET']])
  })

  it('of a lamp that a different client has changed is not carried out until it is confirmed again', async () => {
    const opened = await openLamp()
    const { lamp } = opened
    const { state, deleted, hasDeleted } = await opened.startDeletion()
    await opened.change({ name: 'Theirs' })
    state().confirm(lamp.id)
    await waitUntil(() => state().get(lamp.id)?.phase === 'changed')
    expect(await opened.storedStatus()).toBe(200)
    state().confirm(lamp.id)
    await hasDeleted()
    expect([deleted, await opened.storedStatus()]).toEqual([['Theirs'], 404])
  })

  it.each(['sends', 'arrives'] as const)(
    'accepts an optimistic update that is in flight when it reads the entity tag, before the update %s',
    async (part) => {
      const opened = await openLamp()
      const { lamp, gates, update, sent, waitFor } = opened
      const gate = createGate()
      gates.set('PATCH', { [part]: gate.promise })
      const updated = update({ tag: null }, { optimistic: true })
      await waitFor('PATCH')
      if (part === 'arrives') await expect.poll(opened.storedLamp).toMatchObject({ tag: '' })
      const { state, states, hasDeleted } = await opened.startDeletion({ ...lamp, tag: '' })
      gate.open()
      await updated
      state().confirm(lamp.id)
      await hasDeleted()
      expect(await opened.storedStatus()).toBe(404)
      expect(states.map(({ get }) => get(lamp.id)?.phase)).not.toContain('changed')
      expect(sent.filter((method) => method === 'DELETE')).toHaveLength(1)
    },
  )

  it('accepts an update while it can be undone', async () => {
    const opened = await openLamp()
    const { lamp, update } = opened
    const { state, states, deleted, hasDeleted } = await opened.startDeletion()
    await update({ name: 'Desk' })
    await update({ name: 'Floor' })
    state().confirm(lamp.id)
    await hasDeleted()
    expect(deleted).toEqual(['Floor'])
    expect(states.map(({ get }) => get(lamp.id)?.phase)).not.toContain('changed')
  })

  it.each([false, true])(
    'is sent again if an update of its QueryClient arrives before it, and has a response: %j',
    async (hasResponse) => {
      const opened = await openLamp()
      const { lamp, gates, update, sent } = opened
      const { state, states, hasDeleted } = opened.openDeletions()
      const [updating, arriving, sending] = [createGate(), createGate(), createGate()]
      gates.set('DELETE', { sends: sending.promise })
      gates.set('PATCH', { sends: updating.promise, arrives: arriving.promise })
      const updated = update({ name: 'Desk' }, { optimistic: true })
      await opened.waitFor('PATCH')
      state().start({ ...lamp, name: 'Desk' })
      state().confirm(lamp.id)
      await opened.waitFor('DELETE')
      updating.open()
      await expect.poll(opened.storedLamp).toMatchObject({ name: 'Desk' })
      if (hasResponse) {
        arriving.open()
        await updated
      }
      sending.open()
      await hasDeleted()
      expect(sent.filter((method) => method === 'DELETE')).toHaveLength(2)
      expect(states.map(({ get }) => get(lamp.id)?.phase)).not.toContain('changed')
      arriving.open()
      await updated
    },
  )

  it('is sent when it is confirmed, and once even if it is started and confirmed several times', async () => {
    const opened = await openLamp()
    const { lamp, sent } = opened
    const { state, deleted, hasDeleted } = opened.openDeletions()
    state().start(lamp)
    state().start(lamp)
    state().confirm(lamp.id)
    expect(state().all).toEqual([{ item: lamp, deletion: { phase: 'sending' } }])
    state().confirm(lamp.id)
    state().start(lamp)
    await hasDeleted()
    await waitUntil(() => state().all.length === 0)
    expect([deleted, sent.filter((method) => method === 'DELETE')]).toEqual([['Fern'], ['DELETE']])
  })
})
