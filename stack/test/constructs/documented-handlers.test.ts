// The contract and the handlers of docs/handlers.md.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../support/folder.ts'
import { construct } from './construct.ts'

const page = await readFile(join(root, 'docs/handlers.md'), 'utf8')
const [, contract = ''] = /^```yaml\n(.*?)^```$/ms.exec(page) ?? []
const [, documented = ''] = /^```ts\n(import .*?)^```$/ms.exec(page) ?? []
// A product of the tests has its handlers beside its contract.
const source = documented.replace("'../generated/", "'./generated/")

const post = (path: string, body?: object) => ({
  method: 'POST',
  path,
  ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
})
const report = (body: object) => ({ name: 'a report', send: { path: '/report' }, receive: { status: 200, body } })

construct('an action and a report', {
  contract,
  source,
  exchanges: [
    report({ rooms: 0, open: 0, bookings: 0 }),
    { name: 'a room', send: post('/rooms', { name: 'Lab' }), receive: { status: 201 } },
    { name: 'another room', send: post('/rooms', { name: 'Hall' }), receive: { status: 201 } },
    ...['2026-01-01', '2026-01-02'].map((day) => ({
      name: 'a booking',
      send: post('/rooms/{id}/bookings', { day }),
      receive: { status: 201 },
    })),
    report({ rooms: 2, open: 2, bookings: 2 }),
    {
      name: 'the action',
      send: post('/rooms/{id}:close'),
      receive: { status: 200, body: { name: 'Lab', isOpen: false } },
    },
    report({ rooms: 2, open: 1, bookings: 0 }),
    {
      name: 'the action again',
      send: post('/rooms/{id}:close'),
      receive: { status: 409, body: { title: 'The room is closed' } },
    },
    {
      name: 'the action on no room',
      send: post('/rooms/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41:close'),
      receive: { status: 404 },
    },
  ],
})
