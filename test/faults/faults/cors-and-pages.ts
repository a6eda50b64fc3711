// What browsers see: which pages may call and read what, and the pages that people read.
import type { Fault } from '../fault.ts'

const app = 'server/http/app.ts'
const cors = 'server/http/cors.ts'
const watch = ['test/server/http/cors.test.ts']
const security = ['test/server/http/app.test.ts']
const docs = ['test/server/http/pages.test.ts']
const problemPages = ['test/server/http/problem-page.test.ts']

export const corsAndPageFaults: Fault[] = [
  {
    guard: 'Pages may read every answer, errors included: CORS comes before routing and authentication.',
    file: app,
    edits: [
      ['  app.use(crossOrigin(allowsOrigin, moreHeaders))\n', ''],
      ['  app.use(faultsOf(report))', '  app.use(crossOrigin(allowsOrigin, moreHeaders))\n  app.use(faultsOf(report))'],
    ],
    watch,
  },
  {
    guard: 'Pages may read every header they need.',
    file: cors,
    edits: [["  'Accept-Patch',\n", '']],
    watch,
  },
  {
    guard: 'Pages may send every header there is.',
    file: cors,
    edits: [[", 'Idempotency-Key']", ']']],
    watch,
  },
  {
    guard: 'Pages may use every method there is.',
    file: cors,
    edits: [
      ["method.toUpperCase()), 'HEAD']", "method.toUpperCase()).filter((method) => method !== 'PATCH'), 'HEAD']"],
    ],
    watch,
  },
  {
    guard: 'Pages of other origins may not call.',
    file: cors,
    edits: [['origin !== undefined && allowsOrigin(origin) ?', 'origin !== undefined ?']],
    watch,
  },
  {
    guard: 'An origin is loopback with all of its name.',
    file: 'server/loopback.ts',
    edits: [['/^https?:\\/\\/(?<host>[^/]+)$/', '/^https?:\\/\\/(?<host>[^@/]+)/']],
    watch,
  },
  {
    guard: 'There is no credentials mode.',
    file: cors,
    edits: [['    maxAge: 600,\n', '    maxAge: 600,\n    credentials: true,\n']],
    watch,
  },
  {
    guard: 'The mock takes Prefer from any page.',
    file: 'server/mock/mock.ts',
    edits: [["    moreHeaders: ['Prefer'],\n", '']],
    watch,
  },
  {
    guard: 'Every problem type has a page.',
    file: 'server/http/pages.ts',
    edits: [['...Object.entries(docs), ...problems]', '...Object.entries(docs), ...problems.slice(1)]']],
    watch: problemPages,
  },
  {
    guard: 'The docs are beside the API.',
    file: 'server/http/pages.ts',
    edits: [["'/docs': htmlPage", "'/docs/': htmlPage"]],
    watch: docs,
  },
  {
    guard: 'Pages are read, not written.',
    file: 'server/http/pages.ts',
    edits: [["|| !['GET', 'HEAD'].includes(req.method)", "|| req.method === 'TRACE'"]],
    watch: docs,
  },
  {
    guard: 'A preflight is answered as any OPTIONS. (cors: answers 204 to every path, by itself.)',
    file: cors,
    edits: [['    preflightContinue: true,\n', '']],
    watch,
  },
  {
    guard: 'Browsers are kept in check by headers, on every answer.',
    file: app,
    edits: [['  app.use(securityHeaders)\n', '']],
    watch: security,
  },
  {
    guard: 'A page runs its own scripts only, and stands in no frame.',
    file: 'server/http/pages.ts',
    edits: [["if (page.policy !== undefined) res.set('Content-Security-Policy', page.policy)", '']],
    watch: security,
  },
]
