// openapi-zod-client generates zod schemas and a client of zodios, on axios. Every response is validated.
import {
  isErrorFromAlias,
  type ZodiosBodyByAlias,
  type ZodiosErrorByAlias,
  type ZodiosResponseByAlias,
} from '@zodios/core'
import type { BodyOf, Connect, CreateBody, ProblemOf, Same, UpdateBody } from '../plant-client.ts'
import { api, createApiClient } from './generated/plants.ts'

export const connect: Connect = ({ url, token, headers }) => {
  const client = createApiClient(url, {
    axiosConfig: { headers: { ...headers, Authorization: `Bearer ${token}` } },
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
type ErrorOf<Id extends 'listPlants' | 'createPlant' | 'getPlant' | 'updatePlant' | 'deletePlant'> = ZodiosErrorByAlias<
  Operations,
  Id,
  number
>

export const sameTypes: [
  Same<ZodiosBodyByAlias<Operations, 'createPlant'>, CreateBody>,
  Same<ZodiosBodyByAlias<Operations, 'updatePlant'>, UpdateBody>,
  Same<ZodiosResponseByAlias<Operations, 'listPlants'>, BodyOf<'listPlants'>>,
  Same<ErrorOf<'listPlants'>, ProblemOf<'listPlants'>>,
  Same<ErrorOf<'createPlant'>, ProblemOf<'createPlant'>>,
  Same<ErrorOf<'getPlant'>, ProblemOf<'getPlant'>>,
  Same<ErrorOf<'updatePlant'>, ProblemOf<'updatePlant'>>,
  Same<ErrorOf<'deletePlant'>, ProblemOf<'deletePlant'>>,
] = [true, true, true, true, true, true, true, true]
