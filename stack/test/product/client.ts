import { createClient, orThrow } from 'contract-stack/client'
import { contract } from './generated/client.ts'

const { URL: baseUrl = '', TOKEN: token = '' } = process.env
const client = orThrow(createClient(contract, { baseUrl, token }))
await client.createRoom({ body: { name: 'Attic' } })
const { body: rooms } = await client.listRooms()
console.log(rooms.map(({ name }) => name).join())
