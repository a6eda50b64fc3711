// The handlers for Mock Service Worker as an implementation of the API. They run in the same process in every runtime.
import { plantHandlers } from '@plant-collection/client/msw'
import { getResponse } from 'msw'
import type { Implementation } from './suite.ts'

const baseUrl = 'http://plants.example/api'
const { handlers } = plantHandlers({ baseUrl, mode: 'stateful' })

export const mswHandlers: Implementation = {
  name: 'the handlers',
  baseUrl,
  token: 'any',
  async fetch(request) {
    const response = await getResponse(handlers, request)
    if (response === undefined) throw new Error(`no handler for ${request.method} ${request.url}`)
    return response
  },
}
