// kubb generates one function for each operation, here on axios. axios throws an error response.
import { isAxiosError } from 'axios'
import type { Connect, Result, SameTypes } from '../plant-client.ts'
import type * as generated from './generated/models.ts'
import { createPlant, deletePlant, getPlant, listPlants, updatePlant } from './generated/operations.ts'

export const connect: Connect = ({ url, token }) => {
  const config = { baseURL: url, headers: { Authorization: `Bearer ${token}` } }
  return {
    listPlants: (params) => resultOf<generated.ListPlantsQuery>(listPlants({ params }, config)),
    createPlant: (data, headers) => resultOf<generated.CreatePlantMutation>(createPlant({ data, headers }, config)),
    getPlant: (id) => resultOf<generated.GetPlantQuery>(getPlant({ id }, config)),
    updatePlant: (id, data, headers) =>
      resultOf<generated.UpdatePlantMutation>(updatePlant({ id, data, headers }, config)),
    deletePlant: async (id, headers) => {
      const result = await resultOf<generated.DeletePlantMutation>(deletePlant({ id, headers }, config))
      return result.ok ? { ok: true, body: undefined } : result
    },
  }
}

interface Operation {
  Response: unknown
  Errors: unknown
}
async function resultOf<O extends Operation>(
  call: Promise<{ data: O['Response'] }>,
): Promise<Result<O['Response'], O['Errors']>> {
  try {
    return { ok: true, body: (await call).data }
  } catch (error) {
    if (isAxiosError<O['Errors']>(error) && error.response) return { ok: false, problem: error.response.data }
    throw error
  }
}

export const sameTypes: SameTypes<{
  PlantDraft: generated.PlantDraft
  PlantPatch: generated.PlantPatch
  plants: generated.ListPlantsQueryResponse
  problems: {
    listPlants: generated.ListPlantsQuery['Errors']
    createPlant: generated.CreatePlantMutation['Errors']
    getPlant: generated.GetPlantQuery['Errors']
    updatePlant: generated.UpdatePlantMutation['Errors']
    deletePlant: generated.DeletePlantMutation['Errors']
  }
}> = true
