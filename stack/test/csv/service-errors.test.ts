import { expect, it } from 'vitest'
import { ConnectionError, InputError } from '../../client/errors.ts'
import { detailOf, messageForError, messageForStatus } from '../../csv/service-errors.ts'

it('the detail of an internal error has its instance, which the operator needs', () => {
  const problem = { type: 'about:blank', detail: 'It failed.', instance: 'urn:uuid:1' }
  expect(detailOf({ ...problem, status: 500 })).toBe('It failed. urn:uuid:1')
  expect(detailOf({ ...problem, status: 400 })).toBe('It failed.')
})

it('the detail of a problem without one is its title, or what the client says', () => {
  const problem = { type: 'about:blank', status: 500 }
  expect(detailOf({ ...problem, title: 'Bad gateway' }, 'no title')).toBe('Bad gateway')
  expect(detailOf(problem, '500 is not documented')).toBe('500 is not documented')
  expect(detailOf(undefined, '500 is not documented')).toBe('500 is not documented')
})

it.each([
  [401, 'No token.', '(401: No token)'],
  [502, '502 Bad gateway', '(502 Bad gateway)'],
  [502, 'Busy. Wait', '(502: Busy. Wait)'],
])('the message for %i, %s has its status once', (status, detail, reason) => {
  expect(messageForStatus(status, detail)).toContain(reason)
})

it('an error of the connection is named by its innermost cause', () => {
  const messageFor = (cause: unknown) => {
    const call = { operation: 'listRooms', attempt: 1, url: 'http://127.0.0.1:1/rooms' } as const
    return messageForError(Object.assign(Object.create(ConnectionError.prototype), call, { cause }))
  }
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const start = 'No response from http://127.0.0.1:1'
  expect(messageFor(new TypeError('fetch failed', { cause: refused }))).toContain(`${start} (ECONNREFUSED). Run`)
  expect(messageFor(new AggregateError([refused]))).toContain(`${start} (ECONNREFUSED). Run`)
  expect(messageFor(new AggregateError([], 'no address'))).toContain(`${start} (no address). Run`)
  expect(messageFor(new DOMException('too late', 'TimeoutError'))).toContain(`${start} (too late). Run`)
  expect(messageFor('gone')).toContain(`${start} (gone). Run`)
})

it('other errors of the client have their own message, and other errors are passed on', () => {
  expect(messageForError(Object.assign(Object.create(InputError.prototype), { message: 'Wrong input.' }))).toBe(
    'Wrong input.',
  )
  const defect = new Error('a defect')
  expect(() => messageForError(defect)).toThrow(defect)
})
