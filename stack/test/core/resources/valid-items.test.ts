// Plants in the data that break the contract, as after a change of the contract or of the data.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { product } from '../../../../generated/product.ts'
import { expectProblem } from '../../../../test/support/problem.ts'
import { json, type Service, startService } from '../../../../test/support/service.ts'
import { logOf, startProcess } from '../../../../test/support/service-process.ts'
import { openPlants, plantOf, plantsOf } from '../../../../test/support/stored-plants.ts'
import { developmentOwner } from '../../../server/auth/development-issuer.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { waitFor } from '../../support/wait.ts'

const invalidName = 'x'.repeat(201)
const leftOut = 'stored items break the contract; a list leaves them out'

let service: Service
/** In order of their ids. */
let ids: string[]
beforeAll(async () => {
  const folder = await newFolder()
  ids = await createPlants(folder)
  breakPlants(folder, [0, 2, 3, 5])
  service = await startService({ folder })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await cleanUp()
})

async function createPlants(folder: string): Promise<string[]> {
  await using first = await startService({ folder })
  const created: string[] = []
  for (let index = 0; index < 7; index++) {
    const response = await first.request('/plants', json({ name: `plant ${index}`, tag: index < 6 ? 'some' : '' }))
    created.push(Object(await response.json()).id)
  }
  return created
}

function breakPlants(folder: string, indexes: number[]): void {
  const database = new DatabaseSync(join(folder, 'plants.db'))
  const rename = database.prepare("UPDATE item SET text = json_set(text, '$.name', ?) WHERE id = ?")
  for (const index of indexes) rename.run(invalidName, ids[index] ?? '')
  database.close()
}

/** The indexes of the plants in each page, as `Link` leads through them. */
async function pages(query: string): Promise<number[][]> {
  const found: number[][] = []
  for (let next: string | undefined = query; next !== undefined; ) {
    const response = await service.request(`/plants${next}`)
    expect(response.status).toBe(200)
    const plants: { id: string }[] = await response.json()
    found.push(plants.map(({ id }) => ids.indexOf(id)))
    next = /^<(.*)>; rel="next"$/.exec(response.headers.get('Link') ?? '')?.[1]
  }
  return found
}

describe('a stored plant that breaks the contract', () => {
  it.each([
    ['?limit=1', [[1], [4], [6]]],
    ['?limit=2', [[1, 4], [6]]],
    ['?limit=3', [[1, 4, 6]]],
    ['', [[1, 4, 6]]],
    ['?tag=some&limit=1', [[1], [4]]],
  ])('is left out of lists, whose pages are full and lead to all other plants: %s', async (query, expected) => {
    expect(await pages(query)).toEqual(expected)
  })

  it('is named in the log once a minute, without its texts', async () => {
    for (let request = 0; request < 3; request++) await service.request('/plants')
    const error = expect.stringContaining('name')
    const items = [0, 2, 3, 5].map((index) => ({ id: ids[index], error }))
    const lines = service.log.filter((line) => line.msg === leftOut && Object(line.items).length === items.length)
    expect(lines).toMatchObject([{ level: 50, items }])
    expect(JSON.stringify(lines)).not.toContain('xxx')
  })

  it('gets 500 when it is read, and the log names it', async () => {
    const reported = service.internalErrors.length
    await expectProblem(await service.request(`/plants/${ids[2]}`), 'internal-error')
    expect(service.internalErrors.slice(reported)).toEqual([expect.stringContaining(`(id "${ids[2]}")`)])
  })

  it('can be changed into a valid one, and deleted', async () => {
    const patch = { ...json({ name: 'valid again' }), method: 'PATCH' }
    expect((await service.request(`/plants/${ids[3]}`, patch)).status).toBe(200)
    expect((await service.request(`/plants/${ids[5]}`, { method: 'DELETE' })).status).toBe(204)
    expect(await pages('')).toEqual([[1, 3, 4, 6]])
  })
})

it('stored plants that a changed contract forbids are counted once, and named in the log', async () => {
  const folder = await newFolder()
  ids = await createPlants(folder)
  breakPlants(folder, [1, 4])
  const linesOfStart = async (isDone: (lines: unknown[]) => boolean) => {
    const service = await startProcess({ DATA: folder })
    await waitFor(() => expect(isDone(logOf(service))).toBe(true))
    await service.end()
    return logOf(service)
  }
  const error = expect.stringContaining('name')
  const line = { msg: 'stored items break the changed contract; lists leave them out', path: '/plants', count: 2 }
  const items = [1, 4].map((index) => ({ id: ids[index], error }))
  expect(await linesOfStart((lines) => lines.length > 0)).toMatchObject([{ level: 50, ...line, items }])
  const longAfterTheCheck = Date.now() + 1_500
  expect(await linesOfStart(() => Date.now() > longAfterTheCheck)).toEqual([])
})

it.each(['{}', '[]', '"x"', '{"id":"0"}', '{"id":"ffffffff"}'])(
  'a stored text that is %s hides no other plant',
  async (text) => {
    const folder = await newFolder()
    const store = openPlants(folder)
    const owner = developmentOwner(product, 'gardener')
    const plants = Array.from({ length: 5 }, (_, index) => plantOf(String(index)))
    await Promise.all(plants.map((plant) => store.create(plantsOf(owner), plant)))
    await store.update(plantsOf(owner), plants[1]?.id ?? '', () => text)
    await store.close()
    await using other = await startService({ folder })
    const namesAt = async (query: string) => {
      const body: { name: string }[] = await (await other.request(`/plants${query}`)).json()
      return body.map(({ name }) => name)
    }
    expect(await namesAt('?limit=2')).toEqual(['plant 0', 'plant 2'])
    expect(await namesAt(`?limit=2&after=${plants[2]?.id}`)).toEqual(['plant 3', 'plant 4'])
  },
)

it('a list of more than 1,000 plants that break the contract is an error, not empty', async () => {
  const folder = await newFolder()
  const store = openPlants(folder)
  const place = plantsOf(developmentOwner(product, 'gardener'))
  const plants = Array.from({ length: 1_001 }, (_, index) => plantOf(`${index}`, { name: invalidName }))
  await Promise.all(plants.map((plant) => store.create(place, plant)))
  await store.close()
  await using other = await startService({ folder })
  await expectProblem(await other.request('/plants'), 'internal-error')
  expect(other.internalErrors).toEqual(['More than 1000 stored items break the contract.'])
})
