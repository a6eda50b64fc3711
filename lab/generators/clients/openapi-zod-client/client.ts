// openapi-zod-client generates zod schemas and a client of zodios, on axios. Every response is validated.
import {
  isErrorFromAlias,
  type ZodiosBodyByAlias,
  type ZodiosErrorByAlias,
  type ZodiosResponseByAlias,
} from '@zodios/core'
import type { Connect, SameTypes } from '../plant-client.ts'
import { api, createApiClient } from './generated/plants.ts'

export const connect: Connect = ({ url, token }) => {
  const client = createApiClient(url, {
    axiosConfig: { headers: { Authorization: `Bearer ${token}` } },
    // The default also validates requests: an invalid one throws an error of zod, and the service never sees it.
    validate: 'response',
  })
  return {
    listPlants: (queries) =>
      client.listPlants({ queries }).then(success, (error) => {
        if (isErrorFromAlias(api.api, 'listPlants', error)) return { ok: false, problem: error.response.data }
        throw error
      }),
    createPlant: (body, headers) =>
      client.createPlant(body, { headers }).then(success, (error) => {
        if (isErrorFromAlias(api.api, 'createPlant', error)) return { ok: false, problem: error.response.data }
        throw error
      }),
    getPlant: (id) =>
      client.getPlant({ params: { id } }).then(success, (error) => {
        if (isErrorFromAlias(api.api, 'getPlant', error)) return { ok: false, problem: error.response.data }
        throw error
      }),
    updatePlant: (id, body, headers) =>
      client.updatePlant(body, { params: { id }, headers }).then(success, (error) => {
        if (isErrorFromAlias(api.api, 'updatePlant', error)) return { ok: false, problem: error.response.data }
        throw error
      }),
    deletePlant: (id, headers) =>
      client.deletePlant(undefined, { params: { id }, headers }).then(
        () => success(undefined),
        (error) => {
          if (isErrorFromAlias(api.api, 'deletePlant', error)) return { ok: false, problem: error.response.data }
          throw error
        },
      ),
  }
}

function success<Body>(body: Body) {
  return { ok: true as const, body }
}

type Operations = typeof api.api
type OperationId = 'listPlants' | 'createPlant' | 'getPlant' | 'updatePlant' | 'deletePlant'
type ErrorOf<Id extends OperationId> = ZodiosErrorByAlias<Operations, Id, number>

export const sameTypes: SameTypes<{
  PlantDraft: ZodiosBodyByAlias<Operations, 'createPlant'>
  PlantPatch: ZodiosBodyByAlias<Operations, 'updatePlant'>
  plants: ZodiosResponseByAlias<Operations, 'listPlants'>
  problems: { [Id in OperationId]: ErrorOf<Id> }
}> = true
