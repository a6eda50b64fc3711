// The mock, without HTTP: the operations of the service over a store in memory, scenarios, a clock and a memory of requests.
// A process and the handlers for Mock Service Worker deliver its responses.
import type { PlantDraft } from '../../../generated/api.d.ts'
import type { Validator } from '../contract/validator.ts'
import { respondWithExample } from '../examples/example-response.ts'
import { readPreference } from '../examples/prefer-header.ts'
import type { VerifyToken } from '../pipeline/authenticate.ts'
import { header } from '../pipeline/http.ts'
import type { Pipeline, Respond } from '../pipeline/pipeline.ts'
import type { Digest } from '../plants/digest.ts'
import { respondWith } from '../plants/dispatch.ts'
import { createMemoryStore } from '../plants/memory-store.ts'
import { createPlantHandlers } from '../plants/plant-handlers.ts'
import { ControlError, requireList, requireOperation, requireProperties } from './checks.ts'
import { createClock } from './clock.ts'
import type { Control, Delivery, RecordedRequest } from './control.ts'
import { isSpecial } from './delivery.ts'
import { callerOfToken } from './mock-token.ts'
import { draftError, firstPlantsOf, idOf, plantOf } from './plant-draft.ts'
import { createScenarios, respondAs } from './scenarios.ts'

export interface MockParts {
  validator: Validator
  digest: Digest
  /** Default: the plants of each caller, in memory. */
  respond?: Respond | undefined
  /** The real time, and ids that ascend. Both have a default. */
  now?: (() => Date) | undefined
  newId?: (() => string) | undefined
  /** What every collection starts with. */
  plants?: PlantDraft[] | undefined
}

export interface MockCore {
  verify: VerifyToken
  respond: Respond
  now: () => Date
  control: Control
  /** Notes the body of each call, for the record. */
  noted: (respond: Respond) => Respond
  /** Records what the pipeline receives and responds. */
  recorded: (pipeline: Pipeline) => Pipeline
  /** Returns how the response to this request is delivered, once; `undefined` for at once. */
  takeDelivery: (requestId: string) => Delivery | undefined
}

const maxRequests = 1_000
/** A test suite has fewer callers. */
const maxCollections = 1_000

export function createMockCore(parts: MockParts): MockCore {
  const { validator, digest, plants = [] } = parts
  const clock = createClock(parts.now)
  const scenarios = createScenarios(validator)
  requireValidPlants(plants)
  const firstPlants = firstPlantsOf(plants)
  const store = createMemoryStore({ now: () => clock.now().getTime(), firstPlants, maxCollections })
  let ids = firstPlants.length
  const { newId = () => idOf(++ids) } = parts
  const service = respondWith({
    handlers: createPlantHandlers({ store, now: clock.now, newId }),
    digest,
    now: clock.now,
    revisionOf: store.revision,
  })
  const usual = parts.respond ?? service
  const snapshots: (() => void)[] = []
  const deliveries = new Map<string, Delivery>()
  const bodies = new Map<string, unknown>()
  let requests: RecordedRequest[] = []

  function requireValidPlants(drafts: PlantDraft[]): void {
    requireList(drafts, 'plants')
    for (const [index, draft] of drafts.entries()) {
      const error = draftError(draft, validator)
      if (error !== undefined) throw new ControlError(`Plant ${index + 1} is not valid: ${error}. None was added.`)
    }
  }

  const control: Control = {
    reset() {
      store.clear()
      ids = firstPlants.length
      scenarios.clear()
      clock.set({})
      requests = []
    },
    snapshot() {
      const restorePlants = store.snapshot()
      const kept = ids
      const restore = () => {
        restorePlants()
        ids = kept
      }
      return String(snapshots.push(restore))
    },
    restore(name) {
      const restore = snapshots[Number(name) - 1]
      if (restore === undefined) throw new ControlError(`There is no snapshot ${name}.`)
      restore()
    },
    async load(caller, drafts) {
      if (typeof caller !== 'string' || caller === '')
        throw new ControlError('The caller must be a text, and not empty.')
      requireValidPlants(drafts)
      return Promise.all(drafts.map((draft) => store.create(caller, plantOf(draft, newId(), clock.now()))))
    },
    requests(filter = {}) {
      requireProperties(filter, 'The filter', ['operation', 'caller', 'status'])
      const { operation, caller, status } = filter
      requireOperation(operation)
      return requests.filter((request) => {
        return (
          (operation ?? request.operation) === request.operation &&
          (caller ?? request.caller) === request.caller &&
          (status ?? request.status) === request.status
        )
      })
    },
    setClock: clock.set,
    play: (...added) => scenarios.add(added),
    stopScenarios: scenarios.clear,
  }

  const noted = (respond: Respond): Respond => {
    return (call) => {
      bodies.set(call.request.id, call.body)
      return respond(call)
    }
  }

  return {
    noted,
    verify: async (token) => callerOfToken(token, clock.now()),
    now: clock.now,
    control,
    respond: noted(async (call) => {
      const { request, operation } = call
      const { isChosen, waitSeconds } = readPreference(header(request, 'prefer'), operation)
      if (waitSeconds > 0) await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000))
      if (isChosen) return (parts.respond ?? respondWithExample)(call)
      const response = scenarios.next(call)
      if (response === undefined) return usual(call)
      if (isSpecial(response)) deliveries.set(request.id, response)
      return respondAs(response, call, usual)
    }),
    recorded: (pipeline) => ({
      ...pipeline,
      async respond(request) {
        const { id, method, target } = request
        const time = clock.now().toISOString()
        let operation: RecordedRequest['operation']
        let caller: string | undefined
        const response = await pipeline.respond({
          ...request,
          onOperation(found) {
            operation = found
            request.onOperation?.(found)
          },
          limitCaller(owner) {
            caller = owner
            request.limitCaller?.(owner)
          },
        })
        const body = bodies.get(id)
        bodies.delete(id)
        requests.push({ id, time, method, target, operation, caller, body, status: response.status })
        if (requests.length > maxRequests) requests.shift()
        return response
      },
    }),
    takeDelivery(requestId) {
      const delivery = deliveries.get(requestId)
      deliveries.delete(requestId)
      return delivery
    },
  }
}
