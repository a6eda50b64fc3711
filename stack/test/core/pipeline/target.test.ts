import { describe, expect, it } from 'vitest'
import { readTarget, splitTarget } from '../../../core/pipeline/target.ts'
import { rooms } from '../../support/rooms.ts'

const { contract } = rooms

describe('splitTarget', () => {
  it.each([
    ['/rooms', '/rooms', ''],
    ['/rooms?limit=1', '/rooms', 'limit=1'],
    ['/rooms?a=?b', '/rooms', 'a=?b'],
    ['/rooms?', '/rooms', ''],
    ['http://any.example/rooms?tag=a', '/rooms', 'tag=a'],
    ['HTTPS://any.example:80/rooms', '/rooms', ''],
    ['http://any.example', '/', ''],
    ['http://any.example?limit=1', '/', 'limit=1'],
    ['/http://any.example/rooms', '/http://any.example/rooms', ''],
    ['ftp://any.example/rooms', 'ftp://any.example/rooms', ''],
    ['*', '*', ''],
    ['/%72oom%73/%7e%2D%5F%2e%41%30?%70=%31', '/rooms/~-_.A0', '%70=%31'],
    ['/a%2fb%3f%23%20%25%zz%e4%c3%a4', '/a%2fb%3f%23%20%25%zz%e4%c3%a4', ''],
  ])('splits %s into %j and %j', (target, path, query) => {
    expect(splitTarget(target)).toEqual({ path, query })
  })
})

describe('readTarget', () => {
  const read = (target: string, hosts = ['localhost'], isHttp10?: boolean) => {
    const headers = hosts.length === 0 ? {} : { host: hosts.join(', ') }
    const repeatedHeaders = hosts.length > 1 ? ['host'] : []
    const request = { id: '', method: 'GET', target, headers, repeatedHeaders, body: undefined, responseHeaders: {} }
    return readTarget({ ...request, ...(isHttp10 && { isHttp10 }) }, contract.limits)
  }

  it.each(['a', 'a.example:3000', '127.0.0.1:', '[::1]:80', 'a%2Db', ''])('accepts the host %j', (host) => {
    expect(read('/rooms', [host]).host).toBe(host)
  })

  it('takes the host of a whole URL, not that of Host', () => {
    expect(read('http://a.example:81/rooms', ['b.example']).host).toBe('a.example:81')
  })

  it.each<[string, string, string[], boolean?]>([
    ['malformed-request', '/rooms#top', ['a']],
    ['malformed-request', '/rooms', []],
    ['malformed-request', '/rooms', ['a', 'a']],
    ['malformed-request', '/rooms', ['a', 'a'], true],
    ...['a@b/c?d#e', 'user@a', 'a b', 'a/b', 'a?b', 'a:b', '[::1', '::1', 'a:80:80', 'a%zz', 'ä'].map(
      (host): [string, string, string[]] => ['malformed-request', '/rooms', [host]],
    ),
    ['malformed-request', 'http://user@a/rooms', ['a']],
    ['malformed-request', 'http://a:b/rooms', ['a']],
    ['malformed-request', 'http:///rooms', ['a']],
  ])('throws %s for %s with the hosts %j', (kind, target, hosts, isHttp10) => {
    expect(() => read(target, hosts, isHttp10)).toThrow(expect.objectContaining({ kind }))
  })
})
