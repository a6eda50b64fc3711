// The handlers for Mock Service Worker as a face: they are in the same process, whatever the runtime is.
import { plantHandlers } from '@plant-collection/client/msw'
import { getResponse } from 'msw'
import type { Face } from './suite.ts'

const baseUrl = 'http://plants.example/api'
const { handlers } = plantHandlers({ baseUrl, mode: 'stateful' })

export const handlersFace: Face = {
  name: 'the handlers',
  baseUrl,
  token: 'any',
  keeps: true,
  async fetch(request) {
    const response = await getResponse(handlers, request)
    if (response === undefined) throw new Error(`no handler for ${request.method} ${request.url}`)
    return response
  },
}
