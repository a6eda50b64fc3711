// @hey-api/openapi-ts generates one function for each operation, and a client on fetch.
import type { Connect, SameTypes } from '../plant-client.ts'
import { createClient } from './generated/client/index.ts'
import { createPlant, deletePlant, getPlant, listPlants, updatePlant } from './generated/sdk.gen.ts'
import type * as generated from './generated/types.gen.ts'

export const connect: Connect = ({ url, token }) => {
  const client = createClient({ baseUrl: url, auth: token })
  return {
    async listPlants(query) {
      const { data, error } = await listPlants({ client, query })
      return data === undefined ? { ok: false, problem: error } : { ok: true, body: data }
    },
    async createPlant(body, headers) {
      const { data, error } = await createPlant({ client, body, headers })
      return data === undefined ? { ok: false, problem: error } : { ok: true, body: data }
    },
    async getPlant(id) {
      const { data, error } = await getPlant({ client, path: { id } })
      return data === undefined ? { ok: false, problem: error } : { ok: true, body: data }
    },
    async updatePlant(id, body, headers) {
      const { data, error } = await updatePlant({ client, path: { id }, body, headers })
      return data === undefined ? { ok: false, problem: error } : { ok: true, body: data }
    },
    async deletePlant(id, headers) {
      const { error } = await deletePlant({ client, path: { id }, headers })
      return error === undefined ? { ok: true, body: undefined } : { ok: false, problem: error }
    },
  }
}

export const sameTypes: SameTypes<{
  PlantDraft: generated.PlantDraft
  PlantPatch: generated.PlantPatch
  plants: generated.ListPlantsResponse
  problems: {
    listPlants: generated.ListPlantsError
    createPlant: generated.CreatePlantError
    getPlant: generated.GetPlantError
    updatePlant: generated.UpdatePlantError
    deletePlant: generated.DeletePlantError
  }
}> = true
