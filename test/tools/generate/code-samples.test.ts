// The code samples contain the examples of the contract. No example may break the quotes of a language or be missing.
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listen } from '../../../server/http/http-server.ts'
import { codeSamples, type ExampleCall } from '../../../tools/generate/code-samples.ts'
import { docsContract } from '../../../tools/generate/docs-contract.ts'
import { runSample } from '../../proof/samples/run-sample.ts'
import { root, temporaryFolder } from '../../support/folder.ts'

const awkward = `it's "so" \\ $HOME \`ls\` & null, true #`
const call: ExampleCall = {
  address: 'http://127.0.0.1:1',
  operationId: 'tryThis',
  method: 'put',
  path: '/things/{thing}',
  parameters: [
    { name: 'thing', in: 'path', value: `${awkward}/ü🌱` },
    { name: 'of', in: 'query', value: `${awkward}ü🌱` },
    { name: 'X-Thing', in: 'header', value: awkward },
  ],
  body: {
    mediaType: 'application/json',
    value: { 'a key': `${awkward}\nü🌱`, yes: true, no: false, none: null, list: [{}, 1.5] },
  },
  hasResponseBody: true,
}
const sampleIn = (language: string, address = call.address) =>
  codeSamples({ ...call, address }).find(({ lang }) => lang === language) ?? { lang: '', source: '' }
const substitute = join(root, 'test/support/substitutes/curl')

describe('a sample with awkward values', { timeout: 60_000 }, () => {
  it.each([
    ['in curl', 'curl', 'curl'],
    ['in Python', 'Python', 'curl'],
    ['with the substitute of curl', 'curl', substitute],
  ])('sends them unchanged %s', async (_, lang, command) => {
    const { source } = sampleIn(lang, await startEcho())
    const printed = await runSample({ lang, source: source.replace('curl', command) }, 'secret')
    expect(JSON.parse(printed)).toEqual({
      method: 'PUT',
      path: `/things/${encodeURIComponent(`${awkward}/ü🌱`)}`,
      of: `${awkward}ü🌱`,
      header: awkward,
      authorization: 'Bearer secret',
      mediaType: 'application/json',
      body: call.body?.value,
    })
  })

  it('passes them to the client unchanged in TypeScript', () => {
    const input = /client\.tryThis\((.*)\)\nif /s.exec(sampleIn('TypeScript').source)?.[1]
    expect(new Function(`return ${input}`)()).toEqual({
      path: { thing: `${awkward}/ü🌱` },
      query: { of: `${awkward}ü🌱` },
      header: { 'X-Thing': awkward },
      body: call.body?.value,
    })
  })
})

describe('the samples of a contract', () => {
  it('contain the required parameters, with their examples', async () => {
    const { paths } = JSON.parse(await docsContractWithRequired('limit'))
    expect(paths['/plants'].get['x-codeSamples'][0].source).toContain('"http://127.0.0.1:3000/plants?limit=2"')
  })

  it('need an example for each required parameter', async () => {
    await expect(docsContractWithRequired('cursor')).rejects.toThrow('need an example for listPlants, cursor')
  })
})

/** @returns The URL of a server that responds with the request it got. */
async function startEcho(): Promise<string> {
  const server = createServer(async (req, res) => {
    const { pathname: path, searchParams } = new URL(req.url ?? '', 'http://echo')
    const { authorization, 'x-thing': header, 'content-type': mediaType } = req.headers
    const body = JSON.parse(await text(req))
    res.end(
      JSON.stringify({ method: req.method, path, of: searchParams.get('of'), header, authorization, mediaType, body }),
    )
  })
  onTestFinished(async () => {
    server.close()
    await once(server, 'close')
  })
  return listen(server, '127.0.0.1', 0)
}

/** Makes a query parameter required. */
async function docsContractWithRequired(parameter: string): Promise<string> {
  await using folder = await temporaryFolder('openapi.yaml')
  const file = join(folder.path, 'openapi.yaml')
  const before = await readFile(file, 'utf8')
  const name = `name: ${parameter}\n`
  expect(before).toContain(name)
  await writeFile(file, before.replace(name, `${name}      required: true\n`))
  return await docsContract(file)
}
