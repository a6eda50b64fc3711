// The queries and mutations for lamps, composed and named as a product does it.
import {
  itemKeys,
  itemOptions,
  listOptions,
  mutationFor,
  type PageOf,
  type QueryOf,
  type Seen,
} from '../product/generated/query/index.ts'
import type { LampClient } from './lamp-client.ts'

type Query = QueryOf<'/lamps'>
export type SeenLamp = Seen<'/lamps'>
export type ListPage = PageOf<'/lamps'>

const { item: lamp, ...keys } = itemKeys('/lamps', {})
export const lampKeys = { ...keys, lamp }

export const lampQueries = (client: LampClient) => ({
  list: (query: Query = {}) => listOptions(client, '/lamps', {}, query),
  lamp: (id: string) => itemOptions(client, '/lamps', { id }),
})

export const lampMutations = (client: LampClient) => ({
  create: mutationFor(client, 'create', '/lamps', {}),
  update: mutationFor(client, 'update', '/lamps', {}),
  delete: mutationFor(client, 'delete', '/lamps', {}),
})
