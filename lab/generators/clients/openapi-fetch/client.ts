// openapi-typescript generates types only. openapi-fetch makes the calls.
import createClient from 'openapi-fetch'
import type { Connect, SameTypes } from '../plant-client.ts'
import type { components, operations, paths } from './generated/plants.ts'

export const connect: Connect = ({ url, token }) => {
  const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${token}` } })
  return {
    async listPlants(query) {
      const { data, error } = await client.GET('/plants', { params: { query } })
      return data === undefined ? { ok: false, problem: error } : { ok: true, body: data }
    },
    async createPlant(body, header) {
      const { data, error } = await client.POST('/plants', { params: { header }, body })
      return data === undefined ? { ok: false, problem: error } : { ok: true, body: data }
    },
    async getPlant(id) {
      const { data, error } = await client.GET('/plants/{id}', { params: { path: { id } } })
      return data === undefined ? { ok: false, problem: error } : { ok: true, body: data }
    },
    async updatePlant(id, body, header) {
      const { data, error } = await client.PATCH('/plants/{id}', { params: { path: { id }, header }, body })
      return data === undefined ? { ok: false, problem: error } : { ok: true, body: data }
    },
    async deletePlant(id, header) {
      const { error } = await client.DELETE('/plants/{id}', { params: { path: { id }, header } })
      return error === undefined ? { ok: true, body: undefined } : { ok: false, problem: error }
    },
  }
}

type Responses<Id extends keyof operations> = operations[Id]['responses'][keyof operations[Id]['responses']]
type ErrorOf<Id extends keyof operations> = Extract<
  Responses<Id>,
  { content: { 'application/problem+json': unknown } }
>['content']['application/problem+json']

export const sameTypes: SameTypes<{
  PlantDraft: components['schemas']['PlantDraft']
  PlantPatch: components['schemas']['PlantPatch']
  plants: components['schemas']['Plant'][]
  problems: { [Id in keyof operations]: ErrorOf<Id> }
}> = true
