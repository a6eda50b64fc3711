// The product of the stack's tests (stack/test/product/). Each run of the tests and the checks generates it.
import { compiledValidator } from '../../core/contract/validator.ts'
import { contract } from '../product/generated/index.ts'
import { server } from '../product/generated/server.ts'
import { handlers } from '../product/handlers.ts'
import { roomsFolder as folder, type Product } from './product.ts'

export const rooms: Product = { folder, contract, server, handlers }

/** The validator of the mock and of the handlers for tests. */
export const roomsValidator = compiledValidator(server.validators)
