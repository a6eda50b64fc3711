// The code samples contain the examples of the contract, which must not break the string literals of a language.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { withToken } from '../../docs/sample-token.ts'
import { codeSamples } from '../../generate/docs/code-samples.ts'
import { type ExampleCall, jsonLine } from '../../generate/docs/sample-request.ts'
import { listen } from '../../server/sockets/http-server.ts'
import { runSample } from '../support/run-sample.ts'

const awkward = `it's "so" \\ $HOME \`ls\` & null, true #`
const call: ExampleCall = {
  address: 'http://127.0.0.1:1',
  baseUrl: 'http://127.0.0.1:1',
  client: '@things/client',
  operationId: 'tryThis',
  credentials: [{ in: 'bearer' }],
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
  isFile: false,
}
const findSample = (language: string, address = call.address) =>
  codeSamples({ ...call, address }).find(({ lang }) => lang === language) ?? { lang: '', source: '' }

describe('a sample with awkward values', () => {
  it.each(['curl', 'Python'])('sends them unchanged in %s', async (lang) => {
    const printed = await runSample(findSample(lang, await startEcho()), 'secret')
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
    const input = /client\.tryThis\((.*)\)\nif /s.exec(findSample('TypeScript').source)?.[1]
    expect(new Function(`return ${input}`)()).toEqual({
      path: { thing: `${awkward}/ü🌱` },
      query: { of: `${awkward}ü🌱` },
      header: { 'X-Thing': awkward },
      body: call.body?.value,
    })
  })

  // Few machines have Go, Java, C#, PHP and Ruby, so no test runs their samples.
  it.each(['Go', 'Java', 'C#'])('quotes them as JSON in %s', (lang) => {
    const literals = findSample(lang).source.match(/"(?:[^"\\]|\\.)*"/g) ?? []
    expect(literals.map((literal) => JSON.parse(literal))).toEqual(
      expect.arrayContaining([awkward, jsonLine(call.body?.value)]),
    )
  })

  it.each(['PHP', 'Ruby'])('escapes only quotes and backslashes in %s', (lang) => {
    const literals = findSample(lang).source.match(/'(?:[^'\\]|\\.)*'/g) ?? []
    const values = literals.map((literal) => literal.slice(1, -1).replace(/\\(['\\])/g, '$1'))
    expect(values).toContain(jsonLine(call.body?.value))
    expect(values.some((value) => value.endsWith(awkward))).toBe(true)
  })
})

it('a sample has the token that the reader enters, and in Go no unused import', () => {
  const samples = codeSamples({ ...call, body: undefined }).map((sample) => withToken(sample, 'a.b-c'))
  expect(samples).toHaveLength(8)
  for (const source of samples) expect(source).toMatch(/(?:Bearer |token: ').*a\.b-c/)
  for (const source of samples) expect(source).not.toMatch(/TOKEN|"os"/)
  const [curl = { lang: 'curl', source: '' }] = codeSamples(call)
  expect(withToken(curl, '$(ls)')).toBe(curl.source)
})

describe('a sample with a body other than JSON', () => {
  const form = { name: awkward, tags: ['a', 'b'] }
  it.each([
    { mediaType: 'application/x-www-form-urlencoded', value: form, sent: `name=${encode(awkward)}&tags=a&tags=b` },
    { mediaType: 'text/plain', value: awkward, sent: awkward },
  ])('sends $mediaType in curl and Python', async ({ sent, ...body }) => {
    for (const lang of ['curl', 'Python']) {
      const sample = codeSamples({ ...call, body, address: await startEcho() }).find(
        (codeSample) => codeSample.lang === lang,
      )
      const printed = JSON.parse(await runSample(sample ?? { lang, source: '' }, 'secret'))
      expect(printed).toMatchObject({ mediaType: body.mediaType, text: sent })
    }
  })

  it('reads files by name', () => {
    const body = { mediaType: 'multipart/form-data', value: { title: 'a', cover: 'cover.bin' }, files: ['cover'] }
    const samples = codeSamples({ ...call, body }).map(({ source }) => source)
    expect(samples[0]).toContain("--form-string 'title=a' \\\n  -F 'cover=@cover.bin'")
    expect(samples[1]).toContain("body: { title: 'a', cover: await openAsBlob('cover.bin') }")
    expect(samples[2]).toContain('("cover", open("cover.bin", "rb")),')
  })
})

function encode(text: string): string {
  return new URLSearchParams([['a', text]]).toString().slice(2)
}

/** Starts a server that responds with parts of the request. @returns Its URL. */
async function startEcho(): Promise<string> {
  const server = createServer(async (req, res) => {
    const { pathname: path, searchParams } = new URL(req.url ?? '', 'http://echo')
    const { authorization, 'x-thing': header, 'content-type': mediaType } = req.headers
    const requestText = await text(req)
    const body = mediaType === 'application/json' ? { body: JSON.parse(requestText) } : { text: requestText }
    const of = searchParams.get('of')
    res.end(JSON.stringify({ method: req.method, path, of, header, authorization, mediaType, ...body }))
  })
  onTestFinished(async () => {
    server.close()
    await once(server, 'close')
  })
  return listen(server, '127.0.0.1', 0)
}
