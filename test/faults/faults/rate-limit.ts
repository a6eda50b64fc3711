// How often an address and a caller may ask.
import type { Fault } from '../fault.ts'

const file = 'server/http/rate-limit.ts'
const door = 'server/core/pipeline/pipeline.ts'
const proxies = ['test/server/http/trust-proxy.test.ts']
const watch = ['test/server/http/rate-limit.test.ts']

export const rateLimitFaults: Fault[] = [
  {
    guard: 'An address is held back before its token is looked at.',
    file: door,
    edits: [['    await limits.ofAddress(req, res) // 429\n', '']],
    watch,
  },
  {
    guard: 'A caller is held back.',
    file: door,
    edits: [['    await limits.ofCaller(req, res, caller.owner) // 429\n', '']],
    watch,
  },
  {
    guard: 'A caller is held back before the request is judged.',
    file: door,
    edits: [
      ['    await limits.ofCaller(req, res, caller.owner) // 429\n', ''],
      [
        '    requireAcceptable(req, operation) // 406\n',
        '    requireAcceptable(req, operation) // 406\n    await limits.ofCaller(req, res, caller.owner)\n',
      ],
    ],
    watch,
  },
  {
    guard: 'A caller uses up only what is its own.',
    file,
    edits: [["res.locals.owner ?? ''", "String(res.locals.owner !== '')"]],
    watch,
  },
  {
    guard: 'An address is that of the connection, whatever a caller says was before.',
    file: 'server/http/app.ts',
    edits: [["app.set('trust proxy', trustProxy)", "app.set('trust proxy', trustProxy || true)"]],
    watch: proxies,
  },
  {
    guard: 'A network of one customer in IPv6 is one address.',
    file,
    edits: [["ipKeyGenerator(req.ip ?? '')", "req.ip ?? ''"]],
    watch: proxies,
  },
  {
    guard: 'A 429 is a problem. (express-rate-limit: HTML.)',
    file,
    edits: [['    handler: (_req', '    requestWasSuccessful: () => true,\n    nobodysHandler: (_req']],
    watch,
  },
  {
    guard: 'The limits are those of the draft that the contract names.',
    file,
    edits: [["'draft-8'", "'draft-7'"]],
    watch,
  },
  {
    guard: 'The mock, and whoever wants none, has no limits.',
    file,
    edits: [['if (perMinute === 0) return', 'if (perMinute < 0) return']],
    watch,
    named: 'without limits',
  },
]
