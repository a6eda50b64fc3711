// The handlers for Mock Service Worker of the second contract.
import { setupServer } from 'msw/node'
import { contract } from '../../../../generated/index.ts'
import * as validators from '../../../../generated/openapi-validators.js'
import { handlers } from '../../../../server/handlers.ts'
import { mockHandlers } from '../../../mock/msw/index.ts'

export function roomHandlers(baseUrl: string) {
  return setupServer(...mockHandlers({ contract, validators, handlers }, { baseUrl, mode: 'stateful' }).handlers)
}
