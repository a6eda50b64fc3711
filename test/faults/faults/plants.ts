// The operations: pages, entity tags, changes, and creations that are tried again.
import type { Fault } from '../fault.ts'

const plants = 'server/core/plants/plant-handlers.ts'
const tags = 'server/core/plants/entity-tag.ts'
const cursor = 'server/core/plants/cursor.ts'
const list = ['test/server/core/plants/plant-handlers/list-plants.test.ts']
const change = ['test/server/core/plants/plant-handlers/update-plant.test.ts']
const equality = ['test/server/core/plants/entity-tag.test.ts']
const conditions = ['test/server/core/plants/conditional-requests.test.ts']
const retries = ['test/server/core/plants/idempotency-key.test.ts']

export const plantFaults: Fault[] = [
  {
    guard: 'A page looks one plant ahead, and so knows whether there is a next page.',
    file: plants,
    edits: [['most: limit + 1', 'most: limit']],
    watch: list,
  },
  {
    guard: 'The last page has no link, even where it is full.',
    file: plants,
    edits: [['found.length > limit ?', 'found.length >= limit ?']],
    watch: list,
  },
  {
    guard: 'A page has no more plants than asked for.',
    file: plants,
    edits: [['const page = found.slice(0, limit)', 'const page = found.slice(0, 100)']],
    watch: list,
  },
  {
    guard: 'The link keeps the tag.',
    file: plants,
    edits: [["if (tag !== undefined) query.set('tag', tag)", "if (tag === '') query.set('tag', tag)"]],
    watch: list,
  },
  {
    guard: 'The link keeps the limit.',
    file: plants,
    edits: [['limit: String(limit), cursor', 'cursor']],
    watch: list,
  },
  {
    guard: 'A cursor is one that was handed out.',
    file: cursor,
    edits: [['!checksum(position, owner).equals(bytes.subarray(idBytes))', 'bytes.length !== idBytes + checksumBytes']],
    watch: list,
  },
  {
    guard: 'A cursor is of use to its caller only.',
    file: cursor,
    edits: [['.update(owner)', '.update(owner.slice(0, 1))']],
    watch: list,
  },
  {
    guard: 'The entity tag of a plant is of its caller.',
    file: plants,
    edits: [['entityTag(version, owner, plant)', 'entityTag(version, owner.length > 0, plant)']],
    watch: equality,
  },
  {
    guard: 'The entity tag of a list is of its caller.',
    file: plants,
    edits: [['entityTag(version, caller.owner, page, link)', 'entityTag(version, page, link)']],
    watch: equality,
  },
  {
    guard: 'The entity tag of a list changes with its link.',
    file: plants,
    edits: [['caller.owner, page, link)', 'caller.owner, page)']],
    watch: equality,
  },
  {
    guard: 'The entity tag of a list is of the version of the contract.',
    file: plants,
    edits: [['entityTag(version, caller.owner', 'entityTag(caller.owner']],
    watch: equality,
  },
  {
    guard: 'The entity tag of a plant is of the version of the contract.',
    file: plants,
    edits: [['entityTag(version, owner, plant)', 'entityTag(owner, plant)']],
    watch: equality,
  },
  {
    guard: 'The entity tag of a plant is of all of it, not of the time of its change.',
    file: plants,
    edits: [['entityTag(version, owner, plant)', 'entityTag(version, owner, plant.id, plant.updatedAt)']],
    watch: equality,
  },
  {
    guard: 'If-None-Match compares weakly.',
    file: tags,
    edits: [['opaqueTags(ifNoneMatch).includes(tag)', 'strongTags(ifNoneMatch).includes(tag)']],
    watch: conditions,
    named: 'If-None-Match',
  },
  {
    guard: 'If-Match compares strongly: a weak tag never matches.',
    file: tags,
    edits: [['strongTags(ifMatch).includes(tag)', 'opaqueTags(ifMatch).includes(tag)']],
    watch: conditions,
    named: 'If-Match',
  },
  {
    guard: 'If-None-Match takes a star.',
    file: tags,
    edits: [["ifNoneMatch === '*' || ", '']],
    watch: conditions,
    named: 'If-None-Match',
  },
  {
    guard: 'If-Match takes a star.',
    file: tags,
    edits: [[" || ifMatch === '*'", '']],
    watch: conditions,
    named: 'If-Match',
  },
  {
    guard: 'A comma may stand within an entity tag.',
    file: tags,
    edits: [
      [
        'return list.match(/"[^"]*"/g) ?? []',
        "return list.split(',').map((one) => one.trim().replace(/^W[/]/, '').replace(/^([^\"])/, '\"$1'))",
      ],
    ],
    watch: conditions,
    named: 'If-None-Match',
  },
  {
    guard: 'A change needs If-Match to name the plant as it is.',
    file: plants,
    edits: [
      [
        "(plant) => {\n        requireMatch(headers['If-Match'], tagOf(caller, plant))\n        const",
        '(plant) => {\n        const',
      ],
    ],
    watch: conditions,
    named: 'If-Match with a change',
  },
  {
    guard: 'A deletion needs If-Match to name the plant as it is.',
    file: plants,
    edits: [["(plant) => {\n        requireMatch(headers['If-Match'], tagOf(caller, plant))\n      })", '() => {})']],
    watch: conditions,
    named: 'If-Match with a deletion',
  },
  {
    guard: 'A precondition never turns a 404 into a 412.',
    file: plants,
    edits: [
      [
        '      const deleted = await',
        "      if ((await store.get(caller.owner, id)) === undefined) requireMatch(headers['If-Match'], '')\n      const deleted = await",
      ],
    ],
    watch: conditions,
    named: '404',
  },
  {
    guard: 'A precondition is checked on the very plant that is changed, in one transaction.',
    file: plants,
    edits: [
      [
        '      const changed = await store.update(',
        "      requireMatch(headers['If-Match'], tagOf(caller, (await store.get(caller.owner, id)) ?? noSuchPlant()))\n      await new Promise((done) => setTimeout(done, 30))\n      const changed = await store.update(",
      ],
      [
        "(plant) => {\n        requireMatch(headers['If-Match'], tagOf(caller, plant))\n        const",
        '(plant) => {\n        const',
      ],
    ],
    watch: conditions,
    named: 'at once',
  },
  {
    guard: 'A change starts from the plant as it is in its transaction.',
    file: plants,
    edits: [
      [
        '      const changed = await store.update(',
        '      const seen = (await store.get(caller.owner, id)) ?? noSuchPlant()\n      await new Promise((done) => setTimeout(done, 30))\n      const changed = await store.update(',
      ],
      ['const { name = plant.name, tag = plant.tag } = body', 'const { name = seen.name, tag = seen.tag } = body'],
    ],
    watch: change,
    named: 'at once',
  },
  {
    guard: 'A change that changes nothing keeps the time of the last one.',
    file: plants,
    edits: [['isDeepStrictEqual(next, plant)\n          ? plant\n          : ', '']],
    watch: change,
  },
  {
    guard: 'The time of a change is not before the one before it, though the clock be set back.',
    file: plants,
    edits: [['return one > other ? one : other', 'return other || one']],
    watch: change,
  },
  {
    guard: 'null empties a tag.',
    file: plants,
    edits: [["tag: tag ?? ''", 'tag: tag ?? plant.tag']],
    watch: change,
  },
  {
    guard: 'A key used for another body is refused: 422.',
    file: plants,
    edits: [['if (!isDeepStrictEqual(creation.request, request)) throw keyReused()', '']],
    watch: retries,
  },
  {
    guard: 'What a key was used for is what was asked for, not how the plant is now.',
    file: plants,
    edits: [
      [
        '!isDeepStrictEqual(creation.request, request)',
        '!isDeepStrictEqual((({ name, tag }) => ({ name, tag }))((await store.get(caller.owner, creation.plant.id)) ?? creation.plant), request)',
      ],
    ],
    watch: retries,
  },
  {
    guard: 'A key means the same bare and quoted.',
    file: 'server/core/plants/idempotency-key.ts',
    edits: [["header.startsWith('\"')", 'header === undefined']],
    watch: retries,
  },
  {
    guard: 'A quoted key may have escapes.',
    file: 'server/core/plants/idempotency-key.ts',
    edits: [[".replace(/\\\\([\"\\\\])/g, '$1')", '']],
    watch: retries,
  },
]
