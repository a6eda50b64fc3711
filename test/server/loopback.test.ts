import { describe, expect, it } from 'vitest'
import { isLoopbackAddress, isLoopbackHost, isLoopbackOrigin } from '../../server/loopback.ts'

describe('isLoopbackAddress', () => {
  it.each(['localhost', '::1', '127.0.0.1', '127.255.10.3'])('is true for %s', (host) => {
    expect(isLoopbackAddress(host)).toBe(true)
  })

  it.each(['', '0.0.0.0', '128.0.0.1', 'localhost.example', '127.0.0', '127.0.0.1.example', 'x127.0.0.1', '::2'])(
    'is false for %j',
    (host) => expect(isLoopbackAddress(host)).toBe(false),
  )
})

describe('isLoopbackHost', () => {
  it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:', '[::1]', '[::1]:65535'])('is true for %s', (host) => {
    expect(isLoopbackHost(host)).toBe(true)
  })

  it.each(['', '::1', 'a[::1]', '[::1]:x', '[::1]:123456', '[]', 'localhost:3000:1', 'plants.example:80'])(
    'is false for %j',
    (host) => expect(isLoopbackHost(host)).toBe(false),
  )
})

describe('isLoopbackOrigin', () => {
  it.each(['http://localhost', 'https://127.0.0.1:8080', 'http://[::1]:1'])('is true for %s', (origin) => {
    expect(isLoopbackOrigin(origin)).toBe(true)
  })

  it.each(['', 'localhost', 'ftp://localhost', 'xhttp://localhost', 'http://localhost/', 'http://localhost/x', 'null'])(
    'is false for %j',
    (origin) => expect(isLoopbackOrigin(origin)).toBe(false),
  )
})
