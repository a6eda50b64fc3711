// A deprecated parameter: an adapter translates it, callers learn its dates, and the contract tester asks for them.
import { afterAll, expect, it } from 'vitest'
import { cleanUp } from '../support/folder.ts'
import { rooms } from '../support/rooms.ts'
import { implementations, send } from './implementations.ts'

afterAll(cleanUp)

it.each(Object.entries(implementations))(
  '%s adapts the parameter, and sends its dates if a request has it',
  async (_, start) => {
    await using target = await start(rooms)
    const room = await send(target, ['POST', '/rooms', '{"name":"Lab"}'])
    const bookings = `/rooms/${Object(room.body).id}/bookings`
    for (const day of ['2026-02-01', '2026-02-02']) await send(target, ['POST', bookings, JSON.stringify({ day })])
    const list = async (query: string) => {
      const response = await target.request(`${bookings}?${query}`)
      const days = (await response.json()).map(({ day }: { day: string }) => day)
      return [days, response.headers.get('Deprecation'), response.headers.get('Sunset')]
    }
    const dates = ['@1795305600', 'Mon, 22 Nov 2027 00:00:00 GMT']
    expect(await list('')).toEqual([['2026-02-01', '2026-02-02'], null, null])
    expect(await list('date=2026-02-01')).toEqual([['2026-02-01'], ...dates])
    expect(await list('date=2026-02-01&day=2026-02-02')).toEqual([['2026-02-02'], ...dates])
  },
)
