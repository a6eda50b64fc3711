// The options that the programs of all frameworks use.
import { createClient } from 'contract-stack/client'
import { createQueryOptions } from 'contract-stack/query'
import { contract } from './generated/client.ts'

const given = new URLSearchParams(location.search)
const client = createClient(contract, { baseUrl: given.get('url') ?? '', token: given.get('token') ?? '' })
const { itemOptions, listOptions, mutationFor } = createQueryOptions(contract)

export const roomList = () => listOptions(client, '/rooms', {}, { limit: 2 })
export const oneRoom = (roomId = '') => ({ ...itemOptions(client, '/rooms', { roomId }), enabled: roomId !== '' })
export const update = mutationFor(client, 'update', '/rooms', {})

export const target = document.body.appendChild(document.createElement('main'))
