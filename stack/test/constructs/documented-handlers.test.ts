// The contract and the handlers of docs/handlers.md.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../support/folder.ts'
import { construct } from './construct.ts'
import { get, post } from './operation.ts'

const page = await readFile(join(root, 'docs/handlers.md'), 'utf8')
const [, contract = ''] = /^```yaml\n(.*?)^```$/ms.exec(page) ?? []
const [, documented = ''] = /^```ts\n(import .*?)^```$/ms.exec(page) ?? []
// A product of the tests has its handlers beside its contract.
const source = documented.replace("'../generated/", "'./generated/")

const report = (body: object) => get('a report', '/report', { status: 200, body })

construct('an action and a report', {
  contract,
  source,
  exchanges: [
    report({ rooms: 0, open: 0, bookings: 0 }),
    ...['Lab', 'Hall'].map((name) => post('/rooms', { name }, { status: 201 })),
    ...['2026-01-01', '2026-01-02'].map((day) => post('/rooms/{id}/bookings', { day }, { status: 201 })),
    report({ rooms: 2, open: 2, bookings: 2 }),
    post('/rooms/{id}:close', undefined, { status: 200, body: { name: 'Lab', isOpen: false } }),
    report({ rooms: 2, open: 1, bookings: 0 }),
    post('/rooms/{id}:close', undefined, { status: 409, body: { title: 'The room is closed' } }),
    post('/rooms/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41:close', undefined, { status: 404 }),
  ],
})
