// The handlers for Mock Service Worker of the second contract.
import { setupServer } from 'msw/node'
import { contract } from '../../../../generated/index.ts'
import { requestValidators } from '../../../../generated/request-validators.js'
import { responseValidators } from '../../../../generated/response-validators.js'
import { handlers } from '../../../../server/handlers.ts'
import { mockHandlers } from '../../../mock/msw/index.ts'

export function roomHandlers(baseUrl: string) {
  const validators = { requestValidators, responseValidators }
  return setupServer(...mockHandlers({ contract, validators, handlers }, { baseUrl, mode: 'stateful' }).handlers)
}
