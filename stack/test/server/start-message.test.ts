// The text of the start is right for any contract: which link to open, and what to paste.
import { expect, it } from 'vitest'
import { type Contract, defineContract } from '../../core/contract/contract.ts'
import type { OperationData } from '../../core/contract/contract-data.ts'
import { type Started, startMessage } from '../../server/start-message.ts'
import { rooms } from '../support/rooms.ts'

const { data } = rooms
const [sample] = data.operations.filter(({ id }) => id === 'listRooms')

/** A contract with an operation at each path, and with no collections. */
function contractWith(operations: Partial<OperationData>[]): Contract {
  const all = operations.flatMap((one, index) => (sample ? [{ ...sample, id: `operation${index}`, ...one }] : []))
  return defineContract({ ...data, collections: [], operations: all })
}

function toMessage(contract: Contract, more: Partial<Started> = {}): string {
  return startMessage({
    contract,
    configuration: { identityProvider: undefined },
    service: { developmentIssuer: {}, hasApp: false, store: { schema: { engine: 'sqlite', version: 2 } } },
    url: 'http://127.0.0.1:1',
    monitoringUrl: undefined,
    key: 'the-key',
    data: undefined,
    tokenCommand: 'node main.ts token',
    ...more,
  })
}

const docs = 'Read the docs at http://127.0.0.1:1'
const key = [[{ scheme: 'key', in: 'header', name: 'X-Key', scopes: [] }]] satisfies OperationData['security']

it('the text of the start has a link that signs in, and a call with the credentials of the operation', () => {
  const message = toMessage(contractWith([{ path: '/boats', security: key }]))
  expect(message).toContain(`${docs}/docs#key=the-key\nThe key signs in one browser.`)
  expect(message).toContain(
    `Send a request:\n\n  curl -s 'http://127.0.0.1:1/boats' -H "X-Key: $(node main.ts token)"\n`,
  )
})

it('the text of the start has no key without security', () => {
  const message = toMessage(contractWith([{ path: '/boats/{boatId}', security: [] }]))
  expect(message).toContain(`${docs}/docs\nSend a request, with values in place of the capital letters:\n\n`)
  expect(message).toMatch(/curl -s 'http:\/\/127\.0\.0\.1:1\/boats\/BOATID'\n$/)
  expect(message).not.toContain('key')
})

it('the text of the start follows the docs if operations have the paths of pages', () => {
  expect(toMessage(contractWith([{ path: '/' }]))).toContain(`${docs}/docs#`)
  expect(toMessage(contractWith([{ path: '/docs' }]))).toContain(`${docs}/#`)
  const both = toMessage(
    contractWith([
      { method: 'POST', path: '/' },
      { method: 'POST', path: '/docs' },
    ]),
  )
  expect(both).not.toMatch(/docs|Try it/)
  expect(toMessage(contractWith([{ path: '/boats' }, { path: '/development-token' }]))).not.toContain('#key=')
})
