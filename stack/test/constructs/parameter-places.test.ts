import { construct } from './construct.ts'
import { echoed, get, operation, responses } from './operation.ts'

construct('overridden parameters and defaults', {
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
    put: { operationId: inherited, responses: ${responses} }
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
  ],
  types: `
const result = await client.overridden({ query: { size: 3 } })
export const handlers: Pick<Handlers, 'overridden'> = {
  overridden: async ({ headers, cookies }) => ({ status: 200, body: { size: headers['X-Default'] + 1, theme: cookies.theme.length } }),
}
void result`,
})

construct('texts beside parameters', {
  contract: `
paths:
  /reports/latest.json: { get: ${operation('latest')} }
  /reports/{report-id}.json: { get: ${operation('json', '{ name: report-id, in: path, required: true, schema: { type: integer } }')} }
  /reports/{report-id}: { get: ${operation('report', '{ name: report-id, in: path, required: true, schema: { type: string } }')} }
  /reports/{report-id}:print: { put: ${operation('print', '{ name: report-id, in: path, required: true, schema: { type: string } }')} }
  /{folder}/export: { get: ${operation('export', '{ name: folder, in: path, required: true, schema: { type: string } }')} }
  /periods/{year}-{month}: { get: ${operation('month', '{ name: year, in: path, required: true, schema: { type: integer } }', '{ name: month, in: path, required: true, schema: { type: integer } }')} }
`,
  exchanges: [
    ...[
      ['/reports/latest.json', {}],
      ['/reports/7.json', { 'report-id': 7 }],
      ['/reports/7', { 'report-id': '7' }],
      ['/reports/export', { 'report-id': 'export' }],
      ['/other/export', { folder: 'other' }],
      ['/periods/2026-11', { year: 2026, month: 11 }],
    ].map(([path, value]) => ({
      name: String(path),
      send: { path: String(path) },
      receive: { status: 200, body: { path: value } },
    })),
    {
      name: 'an action',
      send: { method: 'PUT', path: '/reports/a:print' },
      receive: { status: 200, body: { path: { 'report-id': 'a' } } },
    },
    get('an empty value', '/periods/-11', { status: 404 }),
  ],
  calls: [echoed('print', { path: { 'report-id': 'a/b' } }), echoed('month', { path: { year: 2026, month: 1 } })],
})

const id = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: integer } }`

construct('two names for one parameter of a path', {
  contract: `
paths:
  /ships/{id}: { get: ${operation('ship', id('id'))}, patch: ${operation('changed', id('id'))} }
  /ships/{shipId}: { put: ${operation('replaced', id('shipId'))} }
  /ships/{number}/logs: { get: ${operation('logs', id('number'))} }
`,
  exchanges: [
    get('GET', '/ships/7', { status: 200, body: { path: { id: 7 } } }),
    { name: 'PUT', send: { method: 'PUT', path: '/ships/7' }, receive: { status: 200, body: { path: { shipId: 7 } } } },
    get('below', '/ships/7/logs', { status: 200, body: { path: { number: 7 } } }),
  ],
  calls: [echoed('replaced', { path: { shipId: 7 } })],
  types: `void client.ship({ path: { id: 1 } }), void client.logs({ path: { number: 1 } })`,
})
