import { describe, expect, it } from 'vitest'
import { isLoopbackAddress, isLoopbackHost, isLoopbackOrigin } from '../../server/loopback.ts'

describe.each([
  {
    isLoopback: isLoopbackAddress,
    loopback: ['localhost', '::1', '127.0.0.1', '127.255.10.3'],
    others: ['', '0.0.0.0', '128.0.0.1', 'localhost.example', '127.0.0', '127.0.0.1.example', 'x127.0.0.1', '::2'],
  },
  {
    isLoopback: isLoopbackHost,
    loopback: ['localhost', 'LOCALHOST:3000', '127.0.0.1:', '[::1]', '[::1]:65535'],
    others: ['', '::1', 'a[::1]', '[::1]:x', '[::1]:123456', '[]', 'localhost:3000:1', 'rooms.example:80'],
  },
  {
    isLoopback: isLoopbackOrigin,
    loopback: ['http://localhost', 'https://127.0.0.1:8080', 'http://[::1]:1'],
    others: [
      '',
      'localhost',
      'ftp://localhost',
      'xhttp://localhost',
      'http://localhost/',
      'http://localhost/x',
      'null',
    ],
  },
])('$isLoopback.name', ({ isLoopback, loopback, others }) => {
  it.each(loopback)('is true for %s', (text) => expect(isLoopback(text)).toBe(true))
  it.each(others)('is false for %j', (text) => expect(isLoopback(text)).toBe(false))
})
