// What operators rely on: how the process ends, what it logs and counts, and whether it says that it is ready.
import type { Fault } from '../fault.ts'

const shutdown = 'server/shutdown.ts'
const endings = ['test/server/shutdown.test.ts']
const logs = ['test/server/monitoring/log.test.ts']
const ports = ['test/server/monitoring/monitoring-server.test.ts']

export const operationsFaults: Fault[] = [
  {
    guard: 'On a signal, what never ends is not waited for.',
    file: shutdown,
    edits: [['setTimeout(() => server.closeAllConnections(), shutdownDeadlineMs).unref()', '']],
    watch: endings,
    named: 'within ten seconds',
  },
  {
    guard: 'On a signal, what is under way is finished.',
    file: shutdown,
    edits: [['server.close(() => close?.())', 'server.close(() => close?.()).closeAllConnections()']],
    watch: endings,
    named: 'SIGTERM',
  },
  {
    guard: 'A second signal ends the process at once.',
    file: shutdown,
    edits: [['for (const signal of signals) process.off(signal, shutDown)', '']],
    watch: endings,
    named: 'second time',
  },
  {
    guard: 'Who is about to end is not ready any more.',
    file: 'server/main.ts',
    edits: [['server.listening && (await tokens.isReady())', 'await tokens.isReady()']],
    watch: endings,
    named: 'SIGTERM',
  },
  {
    guard: 'The log has no path and no query, where a token could stand.',
    file: 'server/monitoring/response-event.ts',
    edits: [
      [
        'const { requestId, operationId } = res.locals',
        'const { requestId, operationId = req.originalUrl } = res.locals',
      ],
    ],
    watch: logs,
  },
  {
    guard: 'The log says which method was asked, and not what it was made on the road.',
    file: 'server/monitoring/response-event.ts',
    edits: [
      ['    const { method } = req\n', ''],
      ['      const seconds', '      const { method } = req\n      const seconds'],
    ],
    watch: logs,
  },
  {
    guard: 'What never was a request is in the log, too.',
    file: 'server/http/http-server.ts',
    edits: [
      ['  onAnswer({ requestId, method: undefined', '  ;((_answer: unknown) => {})({ requestId, method: undefined'],
    ],
    watch: logs,
  },
  {
    guard: 'What a caller makes up does not become a time series.',
    file: 'server/monitoring/response-event.ts',
    edits: [
      [
        'const { requestId, operationId } = res.locals',
        'const { requestId, operationId = req.originalUrl } = res.locals',
      ],
    ],
    watch: ports,
  },
  {
    guard: 'The port for operators has nothing of the prototype of its table.',
    file: 'server/monitoring/monitoring-server.ts',
    edits: [['if (page === undefined) return', 'if (page === null) return']],
    watch: ports,
  },
]
