// The client and the React hooks of rooms: no code but what is generated.
import { afterAll, expect, it } from 'vitest'
import { useClient } from '../product/use-client.ts'
import { cleanUp } from '../support/folder.ts'
import { rooms } from '../support/rooms.ts'
import { implementations } from './implementations.ts'

afterAll(cleanUp)

it.each(Object.entries(implementations))(
  'over %s, the client lists page by page, creates, changes and deletes',
  async (_, start) => {
    await using target = await start(rooms)
    expect(await useClient(target.url, await target.token())).toEqual([
      [2, 1],
      ['2026-02-01', '2026-02-02', '2026-02-03'],
      '2026-02-02',
      ['Lab', 'lab', 0.5],
      ['Office', 'office', 0.5],
      ['Ann'],
      ['hall', 0.5],
      412,
      304,
      409,
      204,
      'You have no such room booking.',
      'You have no such room.',
      'You have no such room.',
      'You have no such room.',
      'You have no such room booking.',
      'There are more than 1000 items below it. Delete some of them first.',
    ])
  },
)
