import { describe, expect, it } from 'vitest'
import type { Collection } from '../../core/contract/contract.ts'
import { integersFrom } from '../../core/items/item-id.ts'
import { createCaller } from '../support/caller.ts'
import { rooms } from '../support/rooms.ts'
import { startService } from '../support/service.ts'
import { changeStoredJson, folderWithLamp, removeTags } from './handlers/lamp-handlers.ts'

// RFC 9110, 8.8.2, and the preconditions that compare it.
describe('Last-Modified', () => {
  const getLastModified = ({ headers }: { headers: Headers }) => headers.get('Last-Modified')

  it('is never later than the clock, which may be set back', async () => {
    let time = '2025-11-20T09:00:00.999Z'
    await using service = await startService({ now: () => new Date(time) })
    const { create, send } = createCaller(service)
    const { path } = await create('Desk')
    time = '2025-11-20T08:59:59.500Z'
    const responses = [await send('GET', path), await send('GET', path, { headers: { 'If-None-Match': '*' } })]
    expect(responses.map(getLastModified)).toEqual(Array(2).fill('Thu, 20 Nov 2025 08:59:59 GMT'))
  })

  it('is the second before a leap second that another program has stored', async () => {
    const { folder, path } = await folderWithLamp()
    changeStoredJson(folder, "json_set(text, '$.updatedAt', '2016-12-31T23:59:60.500Z')")
    await using service = await startService({ folder })
    const ann = createCaller(service)
    const headers = { 'If-Modified-Since': 'Sat, 31 Dec 2016 23:59:60 GMT' }
    expect(getLastModified(await ann.send('GET', path))).toBe('Sat, 31 Dec 2016 23:59:59 GMT')
    expect((await ann.send('GET', path, { headers })).status).toBe(304)
  })

  it('leads to no 304 if the contract got a property after the lamp was stored', async () => {
    let time = '2025-11-20T09:00:00.999Z'
    const now = () => new Date(time)
    const { folder, path } = await folderWithLamp({ now })
    removeTags(folder)
    await using service = await startService({ folder, now })
    const { send } = createCaller(service)
    const getSince = (date: string) => send('GET', path, { headers: { 'If-Modified-Since': date } })
    expect(await getSince('Thu, 20 Nov 2025 09:00:00 GMT')).toMatchObject({ status: 200, body: { tag: '' } })
    time = '2025-11-20T09:00:01.500Z'
    await send('PATCH', path, { body: { name: 'Wall' } })
    expect((await getSince('Thu, 20 Nov 2025 09:00:01 GMT')).status).toBe(304)
  })
})

it('the entity tag of a list leads to no 304 after the contract has changed what the list can have', async () => {
  const { folder } = await folderWithLamp()
  const get = async (change: Partial<Collection>, etag = '"none"') => {
    const collections = rooms.contract.collections.map((collection) =>
      collection.path === '/lamps' ? { ...collection, ...change } : collection,
    )
    await using service = await startService({
      folder,
      api: { ...rooms, contract: { ...rooms.contract, collections } },
    })
    const { status, headers } = await service.request('/lamps', { headers: { 'If-None-Match': etag } })
    return { status, etag: headers.get('ETag') ?? undefined }
  }
  const before = await get({})
  expect((await get({}, before.etag)).status).toBe(304)
  expect((await get({ listDigest: 'other' }, before.etag)).status).toBe(200)
})

it('generated integer ids ascend, even if the clock stands still or is set back', () => {
  const times = [5, 5, 7, 6, 8]
  const next = integersFrom(() => new Date(times.shift() ?? 0))
  expect([next(), next(), next(), next(), next()]).toEqual([5000, 5001, 7000, 7001, 8000])
})
