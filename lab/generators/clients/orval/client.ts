// orval generates one function for each operation. Its result is a union with one member for each status.
import type { Connect, SameTypes } from '../plant-client.ts'
import * as generated from './generated/plants.ts'

export const connect: Connect = (connection) => ({
  async listPlants(query) {
    const { status, data } = await generated.listPlants(query, {}, { connection })
    if (status === 304) throw unexpected304
    return status === 200 ? { ok: true, body: data } : { ok: false, problem: data }
  },
  async createPlant(body, headers) {
    const { status, data } = await generated.createPlant(body, headers, { connection })
    return status === 201 ? { ok: true, body: data } : { ok: false, problem: data }
  },
  async getPlant(id) {
    const { status, data } = await generated.getPlant(id, {}, { connection })
    if (status === 304) throw unexpected304
    return status === 200 ? { ok: true, body: data } : { ok: false, problem: data }
  },
  async updatePlant(id, body, headers) {
    const { status, data } = await generated.updatePlant(id, body, headers, { connection })
    return status === 200 ? { ok: true, body: data } : { ok: false, problem: data }
  },
  async deletePlant(id, headers) {
    const { status, data } = await generated.deletePlant(id, headers, { connection })
    return status === 204 ? { ok: true, body: undefined } : { ok: false, problem: data }
  },
})

const unexpected304 = new Error('The response is 304, but the request has no If-None-Match.')

/** The types of all documented errors of an operation. */
type ErrorOf<Response extends { status: number; data: unknown }> = Exclude<
  Response,
  { status: 200 | 201 | 204 | 304 }
>['data']

export const sameTypes: SameTypes<{
  PlantDraft: generated.PlantDraft
  PlantPatch: generated.PlantPatch
  plants: generated.Plant[]
  problems: {
    listPlants: ErrorOf<generated.listPlantsResponse>
    createPlant: ErrorOf<generated.createPlantResponse>
    getPlant: ErrorOf<generated.getPlantResponse>
    updatePlant: ErrorOf<generated.updatePlantResponse>
    deletePlant: ErrorOf<generated.deletePlantResponse>
  }
}> = true
