// A primary and its synchronous standby, each behind a proxy whose address stays the same from round to round.
import { setTimeout as sleep } from 'node:timers/promises'
import { startProxy, type Proxy as TcpProxy } from '../../stack/test/support/postgres/proxy.ts'
import { type PostgresServer, startPostgresServer } from '../../stack/test/support/postgres/server.ts'
import { startStandby } from '../../stack/test/support/postgres/standby.ts'
import type { StoredPlant } from '../load/write-record.ts'

export const outages = ['killed', 'frozen', 'silent', 'refusing'] as const
export type Outage = (typeof outages)[number]

type Place = Awaited<ReturnType<typeof openPlace>>

async function openPlace(port: number) {
  const target = { port }
  return { target, proxy: await startProxy(target) }
}

export class Cluster {
  /** With the proxies of both servers. */
  readonly databaseUrl: string
  primary: PostgresServer
  #standby: PostgresServer | undefined
  /** The first is that of the primary. */
  #places: [Place, Place]
  /** Between the primary and its standby. */
  #replication: TcpProxy | undefined
  #old: { server: PostgresServer; proxy: TcpProxy; outage: Outage } | undefined

  private constructor(primary: PostgresServer, places: [Place, Place]) {
    this.primary = primary
    this.#places = places
    const hosts = places.map(({ proxy }) => `127.0.0.1:${proxy.port}`).join(',')
    this.databaseUrl = primary.url().replace(/127\.0\.0\.1:\d+/, hosts)
  }

  static async start(): Promise<Cluster> {
    const primary = await startPostgresServer()
    const cluster = new Cluster(primary, [await openPlace(primary.port), await openPlace(1)])
    await cluster.addStandby()
    return cluster
  }

  async addStandby(): Promise<void> {
    this.#replication = await startProxy(this.primary)
    this.#standby = await startStandby(this.primary, this.#replication.port)
    this.#places[1].target.port = this.#standby.port
  }

  /** The standby gets nothing more, so no commit is durable. */
  isolate(): void {
    this.#replication?.cut('silent')
  }

  async fail(outage: Outage): Promise<void> {
    const { primary } = this
    const { proxy } = this.#places[0]
    this.isolate()
    if (outage === 'killed') await primary.kill()
    if (outage === 'frozen') await primary.freeze()
    if (outage === 'silent') proxy.cut('silent')
    if (outage === 'refusing') proxy.cut('refuse')
    this.#old = { server: primary, proxy, outage }
  }

  async promote(): Promise<void> {
    if (this.#standby === undefined) throw new Error('there is no standby')
    await this.#standby.promote()
    this.primary = this.#standby
    this.#places.reverse()
  }

  /** The old primary is back, and does not know that it was replaced. @returns Its plants after the time. */
  async bringBack(ms: number): Promise<StoredPlant[]> {
    const { server, proxy, outage } = this.#old ?? {}
    if (outage === 'killed') await server?.start()
    await server?.thaw()
    await proxy?.restore()
    await sleep(ms)
    return server === undefined ? [] : plantsIn(server)
  }

  async removeOld(): Promise<void> {
    await this.#replication?.[Symbol.asyncDispose]()
    await this.#old?.server[Symbol.asyncDispose]()
    this.#old = undefined
  }
}

export async function plantsIn(server: PostgresServer): Promise<StoredPlant[]> {
  return (await server.query(
    "SELECT owner, id, text ->> 'name' AS name, text ->> 'tag' AS tag FROM item",
  )) as unknown as StoredPlant[]
}
