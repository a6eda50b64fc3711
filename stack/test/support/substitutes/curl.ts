// Sends one request like curl, on a machine without it. It has the options that the docs use, and refuses all others.
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    'show-error': { type: 'boolean', short: 'S' },
    include: { type: 'boolean', short: 'i' },
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
    'write-out': { type: 'string', short: 'w', default: '' },
  },
})

const { data, request = data === undefined ? 'GET' : 'POST' } = values
const headers = new Headers(data === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' })
for (const line of values.header) headers.set(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1))

for (const url of positionals) {
  const response = await fetch(url, { method: request, headers, body: data ?? null, redirect: 'manual' })
  const lines = [
    `HTTP/1.1 ${response.status} ${response.statusText}`,
    ...[...response.headers].map((h) => h.join(': ')),
  ]
  if (values.include) process.stdout.write(`${lines.join('\r\n')}\r\n\r\n`)
  process.stdout.write(await response.bytes())
  process.stdout.write(values['write-out'].replace('%{http_code}', `${response.status}`).replaceAll('\\n', '\n'))
}
