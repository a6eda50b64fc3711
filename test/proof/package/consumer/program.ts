// A program that uses the package. Each compiler must narrow the results, accept complete switches and report mistakes.
import { createPlantClient, type Plant, type PlantClient, ProblemError, type Result } from '@plant-collection/client'

export function connect(baseUrl: string, token: string): PlantClient {
  return createPlantClient({ baseUrl, token: async () => token })
}

export function described(result: Result<'createPlant'>): string {
  switch (result.status) {
    case 201:
      return `${result.body.id satisfies string} ${result.headers.location} ${result.headers.etag}`
    case 400:
      return result.problem.errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join()
    case 401:
    case 403:
    case 406:
    case 412:
    case 413:
    case 415:
    case 422:
    case 429:
    case 500:
    case 503:
      return result.problem.type satisfies `tag:plants.example,2026:${string}`
    case 'unexpected':
      return result.detail
    default:
      return result satisfies never
  }
}

export function incomplete(result: Result<'deletePlant'>): string {
  switch (result.status) {
    case 204:
      return 'gone'
    default:
      // @ts-expect-error other statuses have no case, for example 404
      return result satisfies never
  }
}

export async function names(plants: PlantClient): Promise<string[]> {
  const found: Plant[] = []
  try {
    for await (const plant of plants.allPlants({ tag: 'Araceae', limit: 100 })) found.push(plant)
  } catch (error) {
    if (error instanceof ProblemError && error.problem.type === 'tag:plants.example,2026:unauthorized') return []
    // The status narrows the problem.
    if (error instanceof ProblemError && error.status === 400) return error.problem.errors.map(({ detail }) => detail)
    throw error
  }
  return found.map(({ name }) => name)
}

export async function mistakes(plants: PlantClient): Promise<void> {
  // @ts-expect-error name is required
  await plants.createPlant({ body: { tag: 'Araceae' } })
  // @ts-expect-error a plant has no colour
  await plants.createPlant({ body: { name: 'Hoya', colour: 'green' } })
  // @ts-expect-error limit is a number
  await plants.listPlants({ query: { limit: '20' } })
  // @ts-expect-error waterPlant is not an operation
  await plants.waterPlant({ path: { id: '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41' } })
  const read = await plants.getPlant({ path: { id: '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41' } })
  // @ts-expect-error ok must be checked first
  read.body.name
}
