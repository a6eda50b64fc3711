// The command line of the mock. Every flag except `help` and `version` is also an environment variable.
import { parseArgs } from 'node:util'
import type { Product } from '../../core/contract/contract.ts'
import { readMockConfiguration } from '../../server/configuration/read-configuration.ts'
import { StartUpError } from '../../server/configuration/start-up-error.ts'
import type { MockOptions } from '../core/control.ts'
import { generateFixtures } from './generated-fixtures.ts'
import type { MockedApi } from './mock.ts'
import { fixturesFrom, maxItems } from './seed.ts'

const flags = {
  port: { type: 'string', value: 'PORT', description: 'Port. 0 means any free port. Default: 4010' },
  host: { type: 'string', value: 'ADDRESS', description: 'Address. Default: 127.0.0.1' },
  stateful: { type: 'boolean', description: 'Keeps items, a collection for each caller. Default: returns examples' },
  seed: { type: 'string', value: 'FILE', description: 'CSV or JSON with the first items of each collection' },
  items: { type: 'string', value: 'NUMBER', description: 'Generates the first items of each collection' },
  'rate-limit': {
    type: 'string',
    value: 'NUMBER',
    description: 'Requests per minute of one caller. 0, the default: no limits',
  },
  control: { type: 'boolean', description: 'Serves the control API for tests at /_mock, to this machine only' },
  help: { type: 'boolean', description: 'Prints this text' },
  version: { type: 'boolean', description: 'Prints the version' },
} as const

export type MockCommand = 'help' | 'version' | { port: number; host: string; options: MockOptions }

/** @throws {StartUpError} with one line that says what to do. */
export async function readCommand(
  api: MockedApi,
  args: string[],
  environment: Record<string, string | undefined>,
): Promise<MockCommand> {
  const flagValues = readFlags(args)
  if (flagValues.help) return 'help'
  if (flagValues.version) return 'version'
  const getValue = (flag: keyof typeof flags) =>
    flagValues[flag] ?? environment[flag.toUpperCase().replace('-', '_')] ?? ''
  const toBoolean = (flag: keyof typeof flags) => {
    const text = String(getValue(flag))
    if (!['', '0', '1', 'true', 'false'].includes(text))
      throw new StartUpError(`${flag.toUpperCase()}=${text} is not valid. Use 1 or 0.`)
    return text === '' ? undefined : ['1', 'true'].includes(text)
  }
  const [seed = '', items = '', limit = ''] = [getValue('seed'), getValue('items'), getValue('rate-limit')].map(String)
  if (seed && items) throw new StartUpError('Use SEED= or ITEMS=, but not both.')
  const hasItems = Boolean(seed || items)
  if (toBoolean('stateful') === false && hasItems)
    throw new StartUpError('STATEFUL=0 keeps no items: leave out SEED= and ITEMS=, or STATEFUL=0.')
  const stateful = toBoolean('stateful') ?? hasItems
  const count = /^\d{0,6}$/.test(items) ? Number(items) : Number.NaN
  if (!(count <= maxItems)) throw new StartUpError(`ITEMS=${items} must be a whole number from 0 to ${maxItems}.`)
  const firstItems = seed ? await fixturesFrom(api, seed) : items ? generateFixtures(api, count) : undefined
  if (limit && !/^\d{1,7}$/.test(limit)) throw new StartUpError(`RATE_LIMIT=${limit} must be a whole number.`)
  return {
    ...readMockConfiguration({ PORT: String(getValue('port')), HOST: String(getValue('host')) }),
    options: { stateful, items: firstItems, control: toBoolean('control') ?? false, requestsPerMinute: Number(limit) },
  }
}

function readFlags(args: string[]) {
  try {
    return parseArgs({ args, options: flags, strict: true, allowPositionals: false }).values
  } catch (error) {
    // The first sentence of the message.
    const message = (error as Error).message.replace(/(?:\.\s|\n).*/s, '')
    throw new StartUpError(`${message}. --help lists the flags.`)
  }
}

export const help = ({ name, title }: Product) => `Usage: ${name}-mock [flags]

A mock of the ${title}.

${Object.entries(flags)
  .map(([option, flag]) => `  ${`--${option} ${'value' in flag ? flag.value : ''}`.padEnd(20)} ${flag.description}.`)
  .join('\n')}
`
