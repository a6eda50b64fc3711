// Where a request has its credentials.
import { expect, it } from 'vitest'
import type { CredentialData } from '../../../core/contract/contract-data.ts'
import { readCredential } from '../../../core/pipeline/read-credential.ts'

const places = {
  bearer: { in: 'bearer' },
  basic: { in: 'basic' },
  header: { in: 'header', name: 'X-Key' },
  query: { in: 'query', name: 'api key' },
  cookie: { in: 'cookie', name: 'session' },
} satisfies Record<string, Pick<CredentialData, 'in' | 'name'>>

function read(place: keyof typeof places, text: string, isRepeated = false) {
  const field = { bearer: 'authorization', basic: 'authorization', header: 'x-key', query: '', cookie: 'cookie' }[place]
  const headers = field === '' ? {} : { [field]: text }
  const credential = { scheme: '', scopes: [], ...places[place] }
  return readCredential({ headers, repeatedHeaders: isRepeated ? [field] : [] }, { query: text }, credential)
}

it.each<[keyof typeof places, text: string, credential: string | undefined]>([
  ['bearer', 'Bearer abc', 'abc'],
  ['bearer', 'bearer   abc', 'abc'],
  ['bearer', 'Bearer ', undefined],
  ['bearer', 'a Bearer abc', undefined],
  ['basic', `Basic ${btoa('user:a:b')}`, 'user:a:b'],
  ['basic', `BASIC   ${btoa('user:secret')} `, 'user:secret'],
  ['basic', `Basic ${Buffer.from('üser:ß').toString('base64')}`, 'üser:ß'],
  ['basic', 'Basic %%%', ':'],
  ['basic', 'Basic ', undefined],
  ['basic', `a Basic ${btoa('user:secret')}`, undefined],
  ['basic', 'Bearer abc', undefined],
  ['header', 'Bearer abc', 'Bearer abc'],
  ['header', '', undefined],
  ['query', 'x=1&api%20key=a%2Bb=c&y', 'a+b=c'],
  ['query', 'api%20key=%', '%'],
  ['query', 'api%20key=', undefined],
  ['query', 'api%20keys=a&key=b', undefined],
  ['cookie', 'a=1; session=b%3D;c=2', 'b='],
  ['cookie', 'a=1;session=b', 'b'],
  ['cookie', 'a=1;   session=b', 'b'],
  ['cookie', 'sessions=b', undefined],
])('a %s with the text %j has the credential %j', (place, text, credential) => {
  expect(read(place, text)).toBe(credential)
})

it.each<[keyof typeof places, text: string, isRepeated: boolean, error: object]>([
  ['bearer', 'Bearer abc', true, { header: 'Authorization' }],
  ['basic', 'Basic abc', true, { header: 'Authorization' }],
  ['header', 'abc', true, { header: 'X-Key' }],
  ['query', 'api%20key=a&api+key=b&api%20key=', false, { parameter: 'api key' }],
  ['cookie', 'session=a', true, { header: 'Cookie' }],
  ['cookie', 'session=a; session=b', false, { header: 'Cookie' }],
])('a %s with the text %j (twice: %j) is refused', (place, text, isRepeated, error) => {
  const errors = [{ ...error, detail: 'must not be repeated' }]
  expect(() => read(place, text, isRepeated)).toThrow(expect.objectContaining({ errors }))
})
