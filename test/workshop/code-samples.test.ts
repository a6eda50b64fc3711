// The samples in the docs are made from whatever the contract has for examples: none may come apart in the quotes of a
// language, and none may be missing.
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listen } from '../../server/http/http-server.ts'
import { codeSamples, type ExampleCall } from '../../tools/generate/code-samples.ts'
import { docsContract } from '../../tools/generate/docs-contract.ts'
import { runSample } from '../proof/samples/run-sample.ts'
import { folderWith } from './folder.ts'

const awkward = `it's "so" \\ $HOME \`ls\` & null, true #`
const call: ExampleCall = {
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
  isAnswered: true,
}
const sampleIn = (language: string) =>
  codeSamples(call).find(({ lang }) => lang === language) ?? { lang: '', source: '' }

describe('a sample with awkward values', () => {
  it.each(['curl', 'Python'])('in %s sends each as it is', async (language) => {
    const printed = await runSample(sampleIn(language), { URL: await startEcho(), TOKEN: 'secret' })
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

  it('in TypeScript gives each to the client as it is', () => {
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
  it('have the parameters that are required, by their examples', async () => {
    const contract = await contractWith('name: limit\n', 'name: limit\n      required: true\n')
    const { paths } = JSON.parse(await docsContract(contract))
    expect(paths['/plants'].get['x-codeSamples'][0].source).toContain('"$URL/plants?limit=2"')
  })

  it('are not made where a required parameter has no example', async () => {
    const contract = await contractWith('name: cursor\n', 'name: cursor\n      required: true\n')
    await expect(docsContract(contract)).rejects.toThrow('The samples in the docs need an example: listPlants, cursor')
  })
})

/** @returns Where it listens. */
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

async function contractWith(old: string, replacement: string): Promise<string> {
  const file = join(await folderWith('openapi.yaml'), 'openapi.yaml')
  const before = await readFile(file, 'utf8')
  expect(before).toContain(old)
  await writeFile(file, before.replace(old, replacement))
  return file
}
