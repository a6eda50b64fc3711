// Two operations that are not standard, without their handlers.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { cleanUp } from '../../../test/support/folder.ts'
import { outputOf, run } from '../../../test/support/process.ts'
import { copyWithSecondContract, withMock, withService } from './second-project.ts'

const response = `
        '200':
          description: The state.
          content:
            application/json:
              schema: { type: object, required: [state], properties: { state: { type: string, maxLength: 20 } } }
              example: { state: closed }`
const additions = `
  /rooms/{roomId}/close:
    parameters:
      - $ref: '#/components/parameters/RoomId'
    post:
      operationId: closeRoom
      security: [bearerAuth: [rooms:write]]
      responses:${response}
  /reports/daily:
    get:
      operationId: readReport
      responses:${response}
components:
`

let folder: string
beforeAll(async () => {
  folder = await copyWithSecondContract()
  const contract = join(folder, 'openapi.yaml')
  await writeFile(contract, (await readFile(contract, 'utf8')).replace('\ncomponents:\n', additions))
  await outputOf('node', ['stack/generate/main.ts'], { cwd: folder })
})
afterAll(cleanUp)

const special = [
  ['POST', '/rooms/01a213ab-10a5-7128-8f45-89746ca057bf/close', ''],
  ['GET', '/reports/daily'],
]
const requests = [...special, ['GET', '/rooms']]

/** Sends the requests: to a URL with a token, or to the handlers for Mock Service Worker. */
async function statuses(sent: string[][], ...target: string[]): Promise<number[]> {
  const args = ['stack/test/second-contract/programs/send.ts', JSON.stringify(sent), ...target]
  const printed = await outputOf('node', args, { cwd: folder, settings: { NODE_NO_WARNINGS: '1' } })
  return JSON.parse(printed).map(([status]: [number]) => status)
}

it.each([
  ['a service with development tokens', () => withService(folder, {}, (url, token) => statuses(requests, url, token))],
  ['a mock with state', () => withMock(folder, (url) => statuses(requests, url, 'any'))],
  ['a handler for tests', () => statuses(requests)],
])('%s returns 501 for them, and serves the others', async (_, use) => {
  expect(await use()).toEqual([501, 501, 200])
})

it('are examples in a mock without state', async () => {
  expect(await withMock(folder, (url) => statuses(special, url, 'any'), '', {})).toEqual([200, 200])
})

it('stop a start with an identity provider, with the file to change', async () => {
  const settings = { PORT: '0', DATA: folder, AUTH_ISSUER: 'https://issuer.test', AUTH_AUDIENCE: 'rooms' }
  const { code, stdout, stderr } = await run('node', ['server/main.ts'], { cwd: folder, settings })
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `closeRoom has no handler: add one to server/handlers.ts.
readReport has no handler: add one to server/handlers.ts.
`,
  })
})

it('are documented with 501, and the others are not', async () => {
  const { paths } = parse(await readFile(join(folder, 'generated/openapi.yaml'), 'utf8'))
  const operations = Object.values<Record<string, { operationId?: string; responses?: object }>>(paths).flatMap(
    (path) => Object.values(path),
  )
  const documented = operations.filter(({ responses = {} }) => '501' in responses)
  expect(documented.map(({ operationId }) => operationId)).toEqual(['closeRoom', 'readReport'])
})
