// Forms as browsers and other clients send them.
import { expect, it } from 'vitest'
import type { RequestBodyData } from '../../../core/contract/contract-data.ts'
import { readForm, readMultipart } from '../../../core/pipeline/form.ts'
import { cookiesIn } from '../../../core/pipeline/parameters.ts'
import { rooms } from '../../support/rooms.ts'

const { limits } = rooms.contract
const form: RequestBodyData = {
  fields: {
    text: {},
    count: { type: 'integer' },
    list: { isArray: true },
    sizes: { isArray: true, type: 'integer', separator: ',' },
    words: { isArray: true, separator: ' ' },
    json: { isJson: true },
    jsons: { isJson: true, isArray: true },
    file: { isFile: true, mediaTypes: ['image/*', 'text/plain'] },
  },
}
const image = (type: string, text = 'abc') => new File([text], 'f', { type })

async function read(parts: string | [name: string, value: string | File][], body: RequestBodyData | undefined = form) {
  if (typeof parts === 'string') return readForm(parts, body, limits)
  const data = new FormData()
  for (const [name, value] of parts) data.append(name, value)
  const sent = new Response(data)
  return readMultipart(new Uint8Array(await sent.arrayBuffer()), sent.headers.get('Content-Type') ?? '', body, limits)
}

it.each<[parts: Parameters<typeof read>[0], value: object, files?: string[]]>([
  ['', {}],
  ['text=a+b%2B=c&&count=3', { text: 'a b+=c', count: 3 }],
  ['t%65xt', { text: '' }],
  ['list=a,b', { list: ['a,b'] }],
  ['list=a&list=b', { list: ['a', 'b'] }],
  ['sizes=1,2', { sizes: [1, 2] }],
  ['words=a+b%20c', { words: ['a', 'b', 'c'] }],
  ['json=[1]&jsons=[1]', { json: [1], jsons: [1] }],
  ['jsons=1&jsons=[2]', { jsons: [1, [2]] }],
  ['jsons=1', { jsons: [1] }],
  ['other=1', { other: '1' }],
  ['other=1&other=2', { other: ['1', '2'] }],
  [
    [
      ['text', 'a'],
      ['file', image('image/png')],
    ],
    { text: 'a', file: '   ' },
    ['file'],
  ],
  [[['json', image('application/json', '[1]')]], { json: [1] }],
  [
    [
      ['other', image('x/y')],
      ['other', 'b'],
    ],
    { other: ['   ', 'b'] },
    ['other'],
  ],
])('the form %j has the fields %j', async (parts, value, files = []) => {
  const found = await read(parts)
  expect([found.value, Object.keys(found.files)]).toEqual([value, files])
})

it.each<[parts: Parameters<typeof read>[0], pointer: string, detail: string]>([
  ['text=a&text=b', '/text', 'must not be repeated'],
  ['count=x', '/count', 'must be a whole number in plain decimal digits'],
  ['sizes=1,x', '/sizes/1', 'must be a whole number in plain decimal digits'],
  ['%ff=1', '', 'must be percent-encoded UTF-8'],
  ['text=%ff', '/text', 'must be percent-encoded UTF-8'],
  ['json=x', '/json', 'must be JSON'],
  ['file=x', '/file', 'must be a file'],
  [[['text', image('text/plain')]], '/text', 'must not be a file'],
  [[['file', image('x/y')]], '/file', 'must have the media type image/* or text/plain'],
])('the form %j is refused: %s %s', async (parts, pointer, detail) => {
  await expect(read(parts)).rejects.toMatchObject({ errors: [{ pointer, detail }] })
})

it('a form without a schema can have any field, and other fields can have a type', async () => {
  expect((await readForm('a=1', undefined, limits)).value).toEqual({ a: '1' })
  expect((await readForm('a=1', { otherFields: { type: 'integer' } }, limits)).value).toEqual({ a: 1 })
  const other = readMultipart(new Uint8Array(), 'multipart/form-data', form, limits)
  await expect(other).rejects.toMatchObject({ errors: [{ pointer: '', detail: 'must be multipart/form-data' }] })
})

it.each([
  ['', {}],
  ['a=1; b="2"; a=3;c;d=e=f', { a: '1', b: '2', d: 'e=f' }],
  ['abc', {}],
  [' a = "1;x"', { a: '"1' }],
])('the header Cookie: %s has the cookies %j', (header, cookies) => {
  expect(Object.fromEntries(cookiesIn(header))).toEqual(cookies)
})
