// kubb generates one function for each operation, here on axios. axios throws an error response.
import { isAxiosError } from 'axios'
import type { BodyOf, Connect, CreateBody, ProblemOf, Same, UpdateBody } from '../plant-client.ts'
import type * as generated from './generated/models.ts'
import { createPlant, deletePlant, getPlant, listPlants, updatePlant } from './generated/operations.ts'

export const connect: Connect = ({ url, token, headers }) => {
  const config = { baseURL: url, headers: { ...headers, Authorization: `Bearer ${token}` } }
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
type Answer<O extends Operation> = { ok: true; body: O['Response'] } | { ok: false; problem: O['Errors'] }

async function resultOf<O extends Operation>(call: Promise<{ data: O['Response'] }>): Promise<Answer<O>> {
  try {
    return { ok: true, body: (await call).data }
  } catch (error) {
    if (isAxiosError<O['Errors']>(error) && error.response) return { ok: false, problem: error.response.data }
    throw error
  }
}

export const sameTypes: [
  Same<generated.PlantDraft, CreateBody>,
  Same<generated.PlantPatch, UpdateBody>,
  Same<generated.ListPlantsQueryResponse, BodyOf<'listPlants'>>,
  Same<generated.ListPlantsQuery['Errors'], ProblemOf<'listPlants'>>,
  Same<generated.CreatePlantMutation['Errors'], ProblemOf<'createPlant'>>,
  Same<generated.GetPlantQuery['Errors'], ProblemOf<'getPlant'>>,
  Same<generated.UpdatePlantMutation['Errors'], ProblemOf<'updatePlant'>>,
  Same<generated.DeletePlantMutation['Errors'], ProblemOf<'deletePlant'>>,
] = [true, true, true, true, true, true, true, true]
