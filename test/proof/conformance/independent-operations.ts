// Part of the independent server (independent-server.ts): operations on one plant.
import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Defect } from './defects.ts'
import { Lists } from './independent-lists.ts'
import { Refusal, type Reply, success } from './independent-responses.ts'
import type { Plant } from './independent-store.ts'

export class Operations extends Lists {
  find(caller: string, id: string, operation: string): [owner: string, Plant] {
    const verb = { GET: 'GET returns', PATCH: 'PATCH changes', DELETE: 'DELETE deletes' }[operation]
    const plant = this.of(caller).plants.get(id)
    if (
      plant &&
      !(this.has('DELETE hides the plant from GET only') && plant.name.startsWith('\0') && operation === 'GET')
    )
      return [caller, plant]
    const other = [...this.collections].find(([, { plants }]) => plants.has(id))
    const found = other?.[1].plants.get(id)
    if (other && found && this.has(`${verb} another caller's plant` as Defect)) return [other[0], found]
    if (found && this.has("403 for another caller's plant"))
      throw new Refusal(403, undefined, { 'WWW-Authenticate': 'Bearer realm="plants"' })
    if (!found && operation === 'DELETE' && this.has('DELETE of a deleted plant returns 204')) throw new Refusal(204)
    throw new Refusal(404)
  }

  read(caller: string, plant: Plant, req: IncomingMessage): Reply {
    const reply = this.withPlant(200, plant, caller)
    if (!this.conditions(req, reply.headers.ETag ?? '', plant.updatedAt)) return reply
    const { 'Content-Type': _, ...headers } = reply.headers
    return { status: 304, headers, body: '' }
  }

  async change(
    owner: string,
    caller: string,
    plant: Plant,
    fields: Partial<Plant>,
    req: IncomingMessage,
  ): Promise<Reply> {
    const has = (...defects: Defect[]) => this.has(...defects)
    const collection = this.of(owner)
    if (has('412 has changed the plant')) Object.assign(plant, fields)
    this.conditions(req, this.etag(plant, caller), plant.updatedAt)
    if (has('lost update between concurrent changes')) await wait(20)
    let current = collection.plants.get(plant.id) ?? plant
    if (has('lost field between concurrent changes')) {
      current = { ...plant }
      await wait(20)
    }
    if (has('PATCH replaces the plant')) current = { ...current, tag: '' }
    const changed = { ...current, ...fields }
    const isSame = changed.name === plant.name && changed.tag === plant.tag
    const advances =
      (!isSame || has('updatedAt advances without a change', 'ETag of a plant changes without a change')) &&
      !has('updatedAt does not advance')
    if (advances) changed.updatedAt = this.time()
    if (has('createdAt changes') && !isSame) changed.createdAt = changed.updatedAt
    if (has('PATCH without effect')) return this.withPlant(200, changed, caller)
    if (has('PATCH changes the list only later')) this.stale.set(plant.id, plant)
    collection.plants.set(plant.id, changed)
    if (!isSame) collection.revision++
    return this.withPlant(200, changed, caller)
  }

  delete(owner: string, caller: string, plant: Plant, req: IncomingMessage): Reply {
    this.conditions(req, this.etag(plant, caller), plant.updatedAt)
    const collection = this.of(owner)
    const next = [...collection.plants.keys()].sort().find((id) => id > plant.id)
    collection.revision++
    if (this.has('DELETE hides the plant from GET only')) plant.name = `\0${plant.name}`
    else if (!this.has('DELETE without effect')) collection.plants.delete(plant.id)
    if (this.has('DELETE deletes the plant after it, too') && next) collection.plants.delete(next)
    return { status: 204, headers: success({}), body: '' }
  }
}
