// What the complete contract leaves out, and what it says instead.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { publishedDocument } from '../../generate/published.ts'
import { readContract } from '../../generate/read-contract.ts'
import { temporaryFolder } from '../support/folder.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const kind = { type: 'string', default: 'a' }

const contract = {
  openapi: '3.1.1',
  info: { title: 'Notes', version: '1.0.0' },
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        parameters: [{ name: 'kind', in: 'query', schema: ref('Sent') }],
        responses: { 200: { description: 'Notes.', ...json({ type: 'array', items: ref('Note'), default: [] }) } },
      },
      post: {
        operationId: 'createNote',
        requestBody: json({ type: 'object', properties: { kind: { type: 'string' }, sent: ref('Sent') } }),
        responses: { 201: { description: 'A note.', ...json(ref('Note')) } },
      },
    },
  },
  components: {
    schemas: {
      // Its property `default` and its example are no defaults.
      Note: {
        type: 'object',
        properties: {
          kind: { ...kind, 'x-role': 'kind' },
          sent: ref('Sent'),
          of: { ...ref('Sent'), default: 'c' },
          default: { type: 'string' },
        },
        examples: [{ default: 'b' }],
      },
      Sent: kind,
    },
  },
}

it('responses have no defaults, what a request has keeps them, and a creation says its values', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'openapi.yaml')
  await writeFile(file, JSON.stringify(contract))
  const read = await readContract(file)
  const { paths, components } = publishedDocument(read)
  expect(components.schemas.Note).toEqual({
    ...contract.components.schemas.Note,
    properties: { kind: { type: 'string' }, sent: ref('Sent'), of: ref('Sent'), default: { type: 'string' } },
  })
  expect(components.schemas.Sent).toEqual(kind)
  expect(paths['/notes']?.get?.responses[200]).toMatchObject(json({ type: 'array', items: ref('Note') }))
  expect(JSON.stringify(paths['/notes']?.get?.responses)).not.toContain('"default"')
  expect(paths['/notes']?.post?.['x-defaults']).toEqual({ kind: 'a', sent: 'a' })
  expect(read.document.components.schemas.Note).toEqual(contract.components.schemas.Note)
})
