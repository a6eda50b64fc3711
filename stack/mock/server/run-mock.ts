// The mock as a process.
import { findSeedableCollection } from '../../core/contract/collections.ts'
import type { Contract } from '../../core/contract/contract.ts'
import { curlArguments, firstRequest, withArticle } from '../../core/contract/first-request.ts'
import { getOperation } from '../../core/contract/routes.ts'
import { exitOnStartUpError } from '../../server/configuration/start-up-error.ts'
import { docsPath } from '../../server/http/pages.ts'
import { onStopSignal, shutDown } from '../../server/shutdown.ts'
import { combineExamples } from './generated-fixtures.ts'
import { listenAsMock } from './listen.ts'
import type { MockedApi } from './mock.ts'
import { help, readCommand } from './options.ts'

/** Starts a mock as a process. @param args The flags of the command line, which override the environment. */
export function runMock(api: MockedApi, args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  return exitOnStartUpError(async () => {
    const command = await readCommand(api, args, environment)
    if (command === 'help') return console.log(help(api.contract.product))
    if (command === 'version') return console.log(api.contract.product.version)
    const { port, host, options } = command
    const { url, server } = await listenAsMock(api, { port, host, ...options })
    onStopSignal(() => void shutDown(server))
    const { contract } = api
    const { stateful, items = [] } = options
    const [behaviour, calls] = stateful
      ? describeStateful(contract, url, items.length)
      : describeExamples(contract, url)
    const path = docsPath(contract)
    const lines = [
      `\nThe mock of ${withArticle(contract.product, 'the')} is listening on ${url}`,
      ...(contract.basePath === '' ? [] : [`Its operations are at ${url}${contract.basePath}`]),
      path === undefined ? behaviour : `${behaviour} Read the docs at ${url}${path}`,
      calls,
    ]
    console.log(lines.join('\n'))
    if (options.control)
      console.log(`The control API for tests is at ${url}/_mock, described at ${url}/_mock/openapi.yaml\n`)
  })
}

type Description = [behaviour: string, calls: string]

function describeExamples(contract: Contract, url: string): Description {
  const first = firstRequest(contract)
  const seedableCollection = findSeedableCollection(contract)
  const path = seedableCollection ? contract.basePath + seedableCollection.path : (first?.target ?? '')
  const needsToken = first?.operation.security !== undefined
  const call = curlArguments(first?.operation ?? { security: undefined }, url + path, 'any', "'")
  const preference = needsToken ? 'code=401, example=expiredToken' : 'code=500'
  const calls = `${needsToken ? 'Any token is valid, and Prefer' : 'Prefer'} selects a response:

  curl -s ${call}
  curl -s ${call} -H 'Prefer: ${preference}'
`
  return ['It stores nothing: every response is an example of the contract.', path === '' ? '' : calls]
}

function describeStateful(contract: Contract, url: string, count: number): Description {
  const { basePath } = contract
  const seedableCollection = findSeedableCollection(contract)
  const { path = '', access } = seedableCollection ?? {}
  const { create, list } = seedableCollection?.methods ?? {}
  const isShared = access !== undefined || (create && getOperation(contract, create).security === undefined)
  const items = count === 1 ? '1 item' : `${count} items`
  const sharing = seedableCollection
    ? ` ${isShared ? 'All callers share' : 'Each token has its own'} ${path}, with ${items} at the start.`
    : ''
  const call = (id: string) => curlArguments(getOperation(contract, id), url + basePath + path, 'any', "'")
  const draft = JSON.stringify(combineExamples(seedableCollection, 0)).replaceAll("'", String.raw`'\''`)
  const calls = [
    ...(create ? [`  curl -s ${call(create)} -H 'Content-Type: application/json' -d '${draft}'`] : []),
    ...(list ? [`  curl -s ${call(list)}`] : []),
  ]
  const purpose = create && list ? 'Add one, and list all' : create ? 'Add one' : 'List all'
  return [
    `It keeps what callers create until it ends.${sharing}`,
    calls.length === 0 ? '' : `${purpose}:\n\n${calls.join('\n')}\n`,
  ]
}
