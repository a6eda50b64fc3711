// Request targets as clients, proxies and attackers send them.
import { expect, it } from 'vitest'
import { readTarget } from '../../../core/pipeline/target.ts'
import { requestWith } from './request.ts'

const read = (target: string, host: string | undefined = 'h', more = {}) =>
  readTarget(requestWith({ target, headers: host === 'none' ? {} : { host }, ...more }), { targetBytes: 30 })

it.each([
  ['/', { path: '/', query: '', host: 'h' }],
  ['/a?b=%63?d', { path: '/a', query: 'b=%63?d', host: 'h' }],
  ['/%72%2D%7e%2f%41%C3%A4', { path: '/r-~%2fA%C3%A4', query: '', host: 'h' }],
  ['http://x/a?b', { path: '/a', query: 'b', host: 'x' }],
  ['HTTPS://[::1]:80?b', { path: '/', query: 'b', host: '[::1]:80' }],
  ['http://a%20b', { path: '/', query: '', host: 'a%20b' }],
  ['x-http://x/a', { path: 'x-http://x/a', query: '', host: 'h' }],
  ['http:/x', { path: 'http:/x', query: '', host: 'h' }],
  [`/${'x'.repeat(29)}`, { path: `/${'x'.repeat(29)}`, query: '', host: 'h' }],
  ['*', { path: '*', query: '', host: 'h' }],
])('the target %s is read', (target, expected) => {
  expect(read(target)).toEqual(expected)
})

it('a target without a host is read, if the Host is empty, or if it is of HTTP/1.0', () => {
  expect([read('/', ''), read('/', 'none', { isHttp10: true })]).toMatchObject([{ host: '' }, { host: '' }])
})

it.each<[target: string, host: string, more: object, kind: string]>([
  [`/${'x'.repeat(30)}`, 'h', {}, 'uri-too-long'],
  ['/#a', 'h', {}, 'malformed-request'],
  ['/', 'none', {}, 'malformed-request'],
  ['/', 'h', { repeatedHeaders: ['host'] }, 'malformed-request'],
  ['/', 'user@h', {}, 'malformed-request'],
  ['/', 'h:1234567', {}, 'malformed-request'],
  ['/', 'h/', {}, 'malformed-request'],
  ['/', '%4g', {}, 'malformed-request'],
  ['http:///a', 'h', {}, 'malformed-request'],
  ['http://user@x/a', 'h', {}, 'malformed-request'],
])('the target %s with the Host %s and %j is refused', (target, host, more, kind) => {
  expect(() => read(target, host, more)).toThrow(expect.objectContaining({ kind }))
})
