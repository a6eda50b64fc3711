// Faults of the library: each replaces one place of server.ts.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are those of server.ts.

export interface Fault {
  name: string
  from: string
  to: string
}

export const faults: Fault[] = [
  { name: 'a creation returns 200', from: '{ status: 201, body: shelf,', to: '{ status: 200, body: shelf,' },
  { name: 'an identifier is a string', from: 'const book = { id: ++last,', to: 'const book = { id: String(++last),' },
  { name: 'a filter is ignored', from: 'room === undefined || one.room === room', to: 'room !== one' },
  { name: 'a limit is ignored', from: 'found.slice(offset, offset + limit)', to: 'found.slice(offset)' },
  {
    name: 'an offset is one too large',
    from: 'found.slice(offset, offset + limit)',
    to: 'found.slice(offset && offset + 1, offset + 1 + limit).slice(0, limit)',
  },
  { name: 'the order is wrong', from: 'found.sort((one, other) => byName(other, one))', to: 'found.sort(byName)' },
  { name: 'a total counts one page', from: 'total: found.length', to: 'total: items.length' },
  { name: 'a maximum length is ignored', from: 'name: length(2, 30)', to: 'name: length(2, 3000)' },
  { name: 'a minimum length is ignored', from: 'name: length(2, 30)', to: 'name: length(0, 30)' },
  { name: 'a pattern is not anchored', from: '/^97[89]-[0-9]{10}$/.test(value)', to: '/97[89]-[0-9]{10}/.test(value)' },
  { name: 'a maximum is ignored', from: 'pages: integer(1, 5000)', to: 'pages: integer(1, 50000)' },
  { name: 'an exclusive minimum is inclusive', from: 'value > 0 && value <= 999', to: 'value >= 0 && value <= 999' },
  { name: 'a multipleOf is ignored', from: ' && value % 0.5 === 0', to: '' },
  {
    name: 'a date that does not exist is accepted',
    from: ' && new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value',
    to: '',
  },
  { name: 'items may repeat', from: '  new Set(value).size === value.length &&\n', to: '' },
  { name: 'too many items are accepted', from: '  value.length <= 3 &&\n', to: '' },
  {
    name: 'unknown properties are accepted',
    from: "throw new Refusal(422, 'invalid', `${name} is unknown`)",
    to: 'continue',
  },
  {
    name: 'a parameter is not validated',
    from: "numberIn(query, 'limit', [1, 50], 10)",
    to: "Number(query.get('limit') ?? 10)",
  },
  {
    name: 'a list has another media type',
    from: "'Content-Type': 'application/json' }",
    to: "'Content-Type': Array.isArray(body) ? 'text/json' : 'application/json' }",
  },
  { name: 'a required header is missing', from: ", headers: { 'X-Page-Size': String(items.length) } }", to: ' }' },
  {
    name: 'any token is accepted',
    from: 'request.headers.authorization !== `Bearer ${token}`',
    to: "!request.headers.authorization?.startsWith('Bearer ')",
  },
  {
    name: 'a body that is not JSON is a server error',
    from: "throw new Refusal(422, 'invalid', 'the body is not JSON')",
    to: "throw new Error('the body is not JSON')",
  },
  {
    name: 'an update is lost',
    from: 'Object.assign(shelf, fields)\n    return { status: 200, body: shelf }',
    to: 'return { status: 200, body: { ...shelf, ...fields } }',
  },
  { name: 'a deletion deletes nothing', from: '      books.delete(Number(id))\n', to: '' },
  {
    name: 'an item below another one is returned',
    from: 'book.shelfId !== shelf.id',
    to: 'book.shelfId === undefined',
  },
  {
    name: 'an error has another body',
    from: 'body: { code: refusal.code, message: refusal.message }',
    to: 'body: { error: refusal.message }',
  },
  {
    name: 'a replacement keeps old properties',
    from: 'const replaced = { id: book.id, shelfId: shelf.id, ...fields }',
    to: 'const replaced = { ...book, ...fields }',
  },
  {
    name: 'a replacement returns the old item',
    from: '{ status: 200, body: replaced }',
    to: '{ status: 200, body: book }',
  },
  { name: 'a default is another one', from: 'locked: false, ...fields', to: 'locked: true, ...fields' },
  {
    name: 'a change resets another property',
    from: 'Object.assign(shelf, fields)',
    to: 'Object.assign(shelf, { locked: false }, fields)',
  },
  {
    name: 'a refused change is stored',
    from: 'const fields = checked(await getBody(request), shelfChecks, [])',
    to: 'const sent = await getBody(request)\n    Object.assign(shelf, sent)\n    const fields = checked(sent, shelfChecks, [])',
  },
  { name: 'Location names another item', from: '`/shelves/${shelf.id}`', to: '`/shelves/${shelf.id + 1}`' },
  { name: 'a format is ignored', from: 'owner: isUuid', to: 'owner: isText' },
  {
    name: 'a nested object is not validated',
    from: "if (typeof value !== 'object' || value === null || Array.isArray(value)) return false",
    to: 'if (Number(1) === 1) return true',
  },
  { name: 'the items of an array are not validated', from: '  value.every(length(1, 12))', to: '  value.length > 0' },
  { name: 'a required property is optional', from: "shelfInput, ['name', 'room']", to: "shelfInput, ['name']" },
  { name: 'a deletion deletes other items', from: '      shelves.delete(Number(id))\n', to: '      shelves.clear()\n' },
  {
    name: 'an unknown item gets 400',
    from: "throw new Refusal(404, 'not_found', `there is no ${id}`)",
    to: "throw new Refusal(400, 'not_found', `there is no ${id}`)",
  },
  { name: 'null is accepted', from: 'if (!check(value)) throw', to: 'if (value !== null && !check(value)) throw' },
  {
    name: 'a list has the items of all parents',
    from: '[...books.values()].filter((one) => one.shelfId === shelf.id)',
    to: '[...books.values()]',
  },
  {
    name: 'a list lacks its last item',
    from: '[...shelves.values()].filter(',
    to: '[...shelves.values()].slice(0, -1).filter(',
  },
  {
    name: 'a deletion needs no token',
    from: 'if (request.headers.authorization !==',
    to: "if (request.method !== 'DELETE' && request.headers.authorization !==",
  },
  {
    name: 'an empty change is accepted',
    from: 'if (Object.keys(fields).length === 0)',
    to: 'if (Object.keys(fields).length < 0)',
  },
  {
    name: 'the media type of a body is ignored',
    from: 'if (!/^application\\/json',
    to: 'if (type === null && !/^application\\/json',
  },
  { name: 'an array parameter is not validated', from: 'ids.length > 5 || ', to: '' },
  {
    name: 'an optional property is never stored',
    from: 'const book = { id: ++last, shelfId: shelf.id, ...fields }',
    to: 'const { price: _, ...kept } = fields\n    const book = { id: ++last, shelfId: shelf.id, ...kept }',
  },
  {
    name: 'each second item has the same identifier',
    from: 'id: ++last, locked',
    to: 'id: (last = last % 2 ? last : last + 1), locked',
  },
]
