// swagger-typescript-api generates a class on fetch. Every response has `data` and `error`, and `ok` tells which is set.
import type { Connect, Result, SameTypes } from '../plant-client.ts'
import { Api, type HttpResponse, type Plant, type PlantDraft, type PlantPatch } from './generated/plants.ts'

export const connect: Connect = ({ url, token }) => {
  const { plants } = new Api<unknown>({
    baseUrl: url,
    // `format` reads the body of every response: without it, the problem of a deletion is lost.
    baseApiParams: { format: 'json', headers: { Authorization: `Bearer ${token}` } },
  })
  return {
    listPlants: async (query) => resultOf(await plants.listPlants(query)),
    createPlant: async (body, headers) => resultOf(await plants.createPlant(body, withHeaders(headers))),
    getPlant: async (id) => resultOf(await plants.getPlant(id)),
    updatePlant: async (id, body, headers) => resultOf(await plants.updatePlant(id, body, withHeaders(headers))),
    async deletePlant(id, headers) {
      const { ok, error } = await plants.deletePlant(id, withHeaders(headers))
      return ok ? { ok, body: undefined } : { ok, problem: error }
    },
  }
}

function resultOf<Body, Problem>({ ok, data, error }: HttpResponse<Body, Problem>): Result<Body, Problem> {
  return ok ? { ok, body: data } : { ok, problem: error }
}

// The generated methods have no argument for header parameters. They accept headers as options of fetch.
function withHeaders(headers: object = {}): { headers: Record<string, string> } {
  return { headers: { ...headers } }
}

type Plants = Api<unknown>['plants']
type ErrorOf<Operation extends keyof Plants> = Awaited<ReturnType<Plants[Operation]>>['error']

export const sameTypes: SameTypes<{
  PlantDraft: PlantDraft
  PlantPatch: PlantPatch
  plants: Plant[]
  problems: { [Id in keyof Plants]: ErrorOf<Id> }
}> = true
