import { expect, it } from 'vitest'
import { serviceAddress } from '../../docs/address.ts'

it.each([
  ['http://127.0.0.1:3000/docs', 'http://127.0.0.1:3000'],
  ['http://[::1]:3000/docs?x=1#/section/paging', 'http://[::1]:3000'],
  ['https://rooms.example/api/v1/docs', 'https://rooms.example/api/v1'],
  ['https://rooms.example/caf%C3%A9/docs', 'https://rooms.example/caf%C3%A9'],
  ['file:///home/me/docs.html', undefined],
  ['data:text/html,docs', undefined],
  // A sample with such an address would run a command, or contain a password.
  ["https://rooms.example/'$(id)'/docs", undefined],
  ['https://rooms.example/$HOME/docs', undefined],
  ['https://rooms.example/a;id/docs', undefined],
  ['https://me:secret@rooms.example/docs', undefined],
])('the samples of the docs page at %s have the address %s', (page, address) => {
  expect(serviceAddress(page)).toBe(address)
})
