import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Plant } from '../../../../generated/api.d.ts'
import { type Answer, type Gardener, gardener, type Question, steadyHeaders } from '../../../support/caller.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { type RawAnswer, sendRaw } from '../../../support/raw-http.ts'
import { type Service, startService } from '../../../support/service.ts'

const hour = 60 * 60 * 1000
const fern = { name: 'Fern', tag: 'green' }

let now = Date.UTC(2025, 10, 20)
let service: Service
beforeAll(async () => {
  service = await startService({ now: () => new Date(now) })
})
afterAll(() => service[Symbol.asyncDispose]())

// A caller without plants or keys, for each test.
let callers = 0
const newcomer = () => gardener(service, `caller ${++callers}`)

function create(who: Gardener, key: string, question: Question = { body: fern }): Promise<Answer> {
  return who.ask('POST', '/plants', { ...question, headers: { 'Idempotency-Key': key } })
}

// All that a caller sees of an answer.
const seen = (answer: Answer) => [answer.status, steadyHeaders(answer), answer.text]

describe('a creation tried again with its Idempotency-Key', () => {
  it('is answered as it was the first time, and adds nothing', async () => {
    const ann = newcomer()
    const first = await create(ann, 'monday-1')
    now += hour
    const again = await create(ann, 'monday-1')
    expect(first.status).toBe(201)
    expect(seen(again)).toEqual(seen(first))
    const { id } = first.body as Plant
    expect(again.headers.get('Location')).toBe(`plants/${id}`)
    expect(again.headers.get('ETag')).toBe((await ann.ask('GET', `/plants/${id}`)).headers.get('ETag'))
    expect(await ann.plants()).toEqual([first.body])
  })

  it('is the same creation in other white space, order and escapes', async () => {
    const ann = newcomer()
    const first = await create(ann, 'k')
    for (const text of [
      '{"tag":"green","name":"Fern"}',
      '{\n  "name": "Fern",\n  "tag": "green"\n}',
      '{"name":"F\\u0065rn","tag":"green"}',
    ]) {
      expect(seen(await create(ann, 'k', { text })), text).toEqual(seen(first))
    }
    expect(await ann.plants()).toHaveLength(1)
  })

  it('is the same creation where the default tag is left out or spelled out', async () => {
    const ann = newcomer()
    const first = await create(ann, 'k', { body: { name: 'Fern' } })
    expect(seen(await create(ann, 'k', { body: { name: 'Fern', tag: '' } }))).toEqual(seen(first))
    const spelled = await create(ann, 'l', { body: { name: 'Fern', tag: '' } })
    expect(seen(await create(ann, 'l', { body: { name: 'Fern' } }))).toEqual(seen(spelled))
  })

  it.each([
    ['monday-1', '"monday-1"'],
    ['a"b\\c', '"a\\"b\\\\c"'],
    ['a,b;c=1', '"a,b;c=1"'],
  ])('is the same creation whether the key is %s or %s', async (bare, quoted) => {
    for (const [one, two] of [
      [bare, quoted],
      [quoted, bare],
    ] as const) {
      const ann = newcomer()
      const first = await create(ann, one)
      expect(seen(await create(ann, two))).toEqual(seen(first))
      expect(await ann.plants()).toHaveLength(1)
    }
  })

  it.each([
    ['another name', { name: 'Bracken', tag: 'green' }],
    ['another tag', { name: 'Fern', tag: 'wild' }],
    ['no tag', { name: 'Fern' }],
    ['a name that only looks the same', { name: 'Fern ', tag: 'green' }],
  ])('is refused with 422 with %s, adds nothing, and leaves the key to the first', async (_what, body) => {
    const ann = newcomer()
    const first = await create(ann, 'k')
    const other = await create(ann, 'k', { body })
    expect(other.status).toBe(422)
    expect(other.body).toMatchObject({ type: '/problems/idempotency-key-reused' })
    expect(other.headers.get('Location')).toBeNull()
    expect(await ann.plants()).toEqual([first.body])
    expect(seen(await create(ann, 'k'))).toEqual(seen(first))
  })

  it('is answered as it was the first time after the plant has changed, which stays as it is', async () => {
    const ann = newcomer()
    const first = await create(ann, 'k')
    const path = `/plants/${(first.body as Plant).id}`
    now += 1
    const { body: changed } = await ann.ask('PATCH', path, { body: { name: 'Bracken', tag: null } })
    expect(seen(await create(ann, 'k'))).toEqual(seen(first))
    expect(await ann.plants()).toEqual([changed])
  })

  it('is answered as it was the first time after the plant was deleted, which stays away', async () => {
    const ann = newcomer()
    const first = await create(ann, 'k')
    await ann.ask('DELETE', `/plants/${(first.body as Plant).id}`)
    expect(seen(await create(ann, 'k'))).toEqual(seen(first))
    expect(await ann.plants()).toEqual([])
  })

  it('is a creation of its own for another caller, with the same body or another', async () => {
    const [ann, bob, eve] = [newcomer(), newcomer(), newcomer()]
    await create(ann, 'shared')
    expect((await create(bob, 'shared')).status).toBe(201)
    expect((await create(eve, 'shared', { body: { name: 'Moss' } })).status).toBe(201)
    const ids = (await Promise.all([ann, bob, eve].map((who) => who.plants()))).flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
  })

  it('is a creation of its own with another key, in other letters, or with none', async () => {
    const ann = newcomer()
    for (const key of ['k', 'K', 'k1']) await create(ann, key)
    for (let time = 0; time < 2; time++) await ann.ask('POST', '/plants', { body: fern })
    expect(await ann.plants()).toHaveLength(5)
  })

  it('is answered alike twenty times at once, and adds one plant', async () => {
    const ann = newcomer()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(ann, 'k')))
    expect(new Set(answers.map((answer) => JSON.stringify(seen(answer)))).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect(await ann.plants()).toHaveLength(1)
  })

  it('lets one of two bodies through that come at once', async () => {
    const ann = newcomer()
    const bodies = [fern, { name: 'Moss' }]
    const answers = await Promise.all(bodies.map((body) => create(ann, 'k', { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(await ann.plants()).toEqual([answers.find(({ status }) => status === 201)?.body])
  })

  it('may have been refused for its body before: that used up no key', async () => {
    const ann = newcomer()
    expect((await create(ann, 'k', { body: { name: '' } })).status).toBe(400)
    expect((await create(ann, 'k', { text: '{"name":' })).status).toBe(400)
    expect((await create(ann, 'k')).status).toBe(201)
  })
})

describe('an Idempotency-Key', () => {
  it('is kept when the service is started again on the same data', async () => {
    await using data = await temporaryFolder()
    const answers: Answer[] = []
    for (let start = 0; start < 3; start++) {
      await using started = await startService({ folder: data.path })
      const ann = gardener(started)
      answers.push(await create(ann, 'k'))
      expect(await ann.plants()).toHaveLength(1)
      expect((await create(ann, 'k', { body: { name: 'Moss' } })).status).toBe(422)
    }
    expect(answers.map(seen)).toEqual(Array(3).fill(seen(answers[0] as Answer)))
  })

  it('is forgotten 24 hours after its first use, however often it was used since', async () => {
    const ann = newcomer()
    const first = await create(ann, 'k')
    now += 23 * hour
    expect(seen(await create(ann, 'k'))).toEqual(seen(first))
    now += hour - 1
    expect(seen(await create(ann, 'k'))).toEqual(seen(first))
    now += 1
    const fresh = await create(ann, 'k')
    expect(fresh.status).toBe(201)
    expect(await ann.plants()).toEqual([first.body, fresh.body])
    expect(seen(await create(ann, 'k'))).toEqual(seen(fresh))
  })

  it('is free for another body once it is forgotten', async () => {
    const ann = newcomer()
    await create(ann, 'k')
    now += 24 * hour
    expect((await create(ann, 'k', { body: { name: 'Moss' } })).status).toBe(201)
    expect((await create(ann, 'k')).status).toBe(422)
  })

  it.each([
    ['one character', 'k'],
    ['255 characters', 'k'.repeat(255)],
    ['255 characters in quotes', `"${'k'.repeat(255)}"`],
    ['255 characters in quotes, each escaped', `"${'\\"'.repeat(255)}"`],
    ['every visible character', '!#$%&\'()*+,-./0123456789:;<=>?@AZ[\\]^_`az{|}~"'],
  ])('may be %s', async (_what, key) => {
    const ann = newcomer()
    const first = await create(ann, key)
    expect(first.status).toBe(201)
    expect(seen(await create(ann, key))).toEqual(seen(first))
  })

  it('is told apart from one that differs in its last character of 255 only', async () => {
    const ann = newcomer()
    await create(ann, `${'k'.repeat(254)}1`)
    await create(ann, `${'k'.repeat(254)}2`)
    expect(await ann.plants()).toHaveLength(2)
  })

  it.each([
    ['empty', ['']],
    ['empty in quotes', ['""']],
    ['256 characters', ['k'.repeat(256)]],
    ['256 characters in quotes', [`"${'k'.repeat(256)}"`]],
    ['with a space inside', ['a b']],
    ['with a tab inside', ['a\tb']],
    ['beyond ASCII', ['caf\u00e9']],
    ['with a quote left open', ['"a']],
    ['with more after the quotes', ['"a";x=1']],
    ['with an escape that is none', ['"a\\b"']],
    ['given twice', ['a', 'b']],
    ['given twice the same', ['"a"', '"a"']],
  ])('that is %s is refused with 400 and named, and nothing is added', async (_what, keys) => {
    const subject = `caller ${++callers}`
    const { status, body } = await createRaw(subject, keys)
    expect(status).toBe(400)
    const { errors } = JSON.parse(body) as { errors: { header: string }[] }
    // Names of headers are the same in any case (RFC 9110, 5.1).
    expect(errors.map(({ header }) => header.toLowerCase())).toEqual(['idempotency-key'])
    expect(await gardener(service, subject).plants()).toEqual([])
  })

  it.each([
    ['NUL', '\0'],
    ['escape', '\u001b'],
    ['delete', '\u007f'],
  ])('with the control character %s is no HTTP', async (_what, character) => {
    const subject = `caller ${++callers}`
    const { status, body } = await createRaw(subject, [`a${character}b`])
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ type: '/problems/malformed-request' })
    expect(await gardener(service, subject).plants()).toEqual([])
  })
})

// What `fetch` would not send.
async function createRaw(subject: string, keys: string[]): Promise<RawAnswer> {
  const body = JSON.stringify(fern)
  const head = [
    'POST /plants HTTP/1.1',
    'Host: localhost',
    'Connection: close',
    `Authorization: Bearer ${await service.token(subject)}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...keys.map((key) => `Idempotency-Key: ${key}`),
  ]
  return sendRaw(service.url, head, body)
}
