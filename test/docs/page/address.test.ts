import { describe, expect, it } from 'vitest'
import { serviceAddress } from '../../../stack/docs/address.ts'

describe('the address of the service', () => {
  it.each([
    ['http://127.0.0.1:3000/docs', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000/docs?x=1#/section/paging', 'http://[::1]:3000'],
    ['https://plants.example/api/v1/docs', 'https://plants.example/api/v1'],
    ['https://plants.example/caf%C3%A9/docs', 'https://plants.example/caf%C3%A9'],
  ])('of the page %s is %s', (page, address) => {
    expect(serviceAddress(page)).toBe(address)
  })

  // A sample with such an address would run a command, or contain a password.
  it.each([
    'file:///home/me/docs.html',
    "https://plants.example/'$(id)'/docs",
    'https://plants.example/$HOME/docs',
    'https://plants.example/a;id/docs',
    'https://me:secret@plants.example/docs',
    'data:text/html,docs',
  ])('of the page %s is not in the samples', (page) => {
    expect(serviceAddress(page)).toBeUndefined()
  })
})
