import { construct } from './construct.ts'
import { echo, echoed, get, inPath, operation, put } from './operation.ts'

const text = (name: string) => inPath(name, '{ type: string }')
const integer = (name: string) => inPath(name, '{ type: integer }')

construct('parameters in paths, and overridden ones', {
  contract: `
paths:
  /overridden:
    parameters:
      - { name: size, in: query, required: true, schema: { type: string, pattern: '^a+$' } }
      - { name: X-Size, in: header, schema: { type: string } }
    get: ${operation(
      'overridden',
      '{ name: size, in: query, schema: { type: integer, default: 4 } }',
      '{ name: X-Default, in: header, schema: { type: integer, default: 5 } }',
      '{ name: theme, in: cookie, schema: { type: string, default: dark } }',
    )}
    put: { operationId: inherited, ${echo} }
  /reports/latest.json: { get: ${operation('latest')} }
  /reports/{report-id}.json: { get: ${operation('json', integer('report-id'))} }
  /reports/{report-id}: { get: ${operation('report', text('report-id'))} }
  /reports/{report-id}:print: { put: ${operation('print', text('report-id'))} }
  /{folder}/export: { get: ${operation('export', text('folder'))} }
  /periods/{year}-{month}: { get: ${operation('month', integer('year'), integer('month'))} }
  /ships/{id}: { get: ${operation('ship', integer('id'))}, patch: ${operation('changed', integer('id'))} }
  /ships/{shipId}: { put: ${operation('replaced', integer('shipId'))} }
  /ships/{number}/logs: { get: ${operation('logs', integer('number'))} }
`,
  exchanges: [
    get(
      'the parameter of the operation',
      '/overridden?size=3',
      { status: 200, body: { query: { size: 3 }, headers: { 'X-Size': 'a' }, cookies: { theme: 'red' } } },
      { 'X-Size': 'a', Cookie: 'themes; theme="red"; theme=blue' },
    ),
    get('the defaults', '/overridden', {
      status: 200,
      body: { query: { size: 4 }, headers: { 'X-Default': 5 }, cookies: { theme: 'dark' } },
    }),
    ...Object.entries({
      '/reports/latest.json': {},
      '/reports/7.json': { 'report-id': 7 },
      '/reports/7': { 'report-id': '7' },
      '/reports/export': { 'report-id': 'export' },
      '/other/export': { folder: 'other' },
      '/periods/2026-11': { year: 2026, month: 11 },
    }).map(([path, value]) => get(path, path, { status: 200, body: { path: value } })),
    put('/reports/a:print', undefined, { status: 200, body: { path: { 'report-id': 'a' } } }),
    get('an empty value', '/periods/-11', { status: 404 }),
    get('GET', '/ships/7', { status: 200, body: { path: { id: 7 } } }),
    put('/ships/7', undefined, { status: 200, body: { path: { shipId: 7 } } }),
    get('below', '/ships/7/logs', { status: 200, body: { path: { number: 7 } } }),
  ],
  calls: [
    echoed('print', { path: { 'report-id': 'a/b' } }),
    echoed('month', { path: { year: 2026, month: 1 } }),
    echoed('replaced', { path: { shipId: 7 } }),
  ],
  types: `
const result = await client.overridden({ query: { size: 3 } })
export const handlers: Pick<Handlers, 'overridden'> = {
  overridden: async ({ headers, cookies }) => ({ status: 200, body: { size: headers['X-Default'] + 1, theme: cookies.theme.length } }),
}
void result
void client.ship({ path: { id: 1 } }), void client.logs({ path: { number: 1 } })`,
})
