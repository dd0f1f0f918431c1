import { sql } from 'kysely'
import { afterEach } from 'vitest'
import { startPuller } from '#server/jobs/pull.ts'
import { createAudit } from '#server/services/audit.ts'
import { createAddressRule } from '#server/services/outbound/address-ranges.ts'
import { createGet, type Resolve } from '#server/services/outbound/safe-request.ts'
import { alertTown } from './alert-town.ts'
import { buildCaller, buildContext, viewerOf } from './context.ts'
import type { useDatabase } from './database.ts'
import { buildUser } from './factories.ts'
import { type Got, loopbackAllowed, type Receiver, receiverAuthority, startReceiver, toLoopback } from './receivers.ts'

/** Provide a base whose feed is downloaded from a server that answers as a test says. */
export function useSourceTown(database: ReturnType<typeof useDatabase>) {
  const ends: (() => Promise<void> | void)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })
  const mostBytes = 20_000
  type Reply = { status?: number; headers?: Record<string, string>; body?: string } | null

  /** Create a base whose source is a receiver on this machine. */
  async function town() {
    const { db } = database
    const made = await alertTown(database)
    let reply: (got: Got) => Reply = () => ({ body: '' })
    let resolve: Resolve = toLoopback
    const receiver: Receiver = await startReceiver((got) => reply(got))
    ends.push(receiver.close)
    const isAllowed = createAddressRule(loopbackAllowed.allowedNetworks)
    const feedGet = createGet({
      isAllowed,
      mostBytes,
      timeout: 700,
      ca: receiverAuthority,
      resolve: (host, done) => resolve(host, done),
    })
    const user = await buildUser(db, {
      nick_name: '基地负责人',
      company_id: made.tenant.id,
      home_company_id: made.tenant.id,
    })
    const viewer = await viewerOf(db, user)
    const services = { audit: createAudit(), feedGet }
    const caller = () => buildCaller(db, { viewer, services, now: made.now() })
    const context = buildContext(db, { services })
    const puller = (config = context.config, leases = context.services.leases) =>
      startPuller({
        db,
        config,
        services: { ...context.services, leases },
        clock: made.now,
        random: () => 0.5,
        everyMs: 3_600_000,
      })
    const line = (serial: string, hashRate = 30) =>
      [serial, 'T30', made.site.name, made.client.name, made.account.name, 'yes', hashRate].join(',')
    const csv = (count: number, prefix = 'P', hashRate?: number) =>
      [
        'serial,type,site,client,account,activeWorkerState,hashRate',
        ...Array.from({ length: count }, (_, at) => line(`${prefix}${at}`, hashRate)),
      ].join('\n')
    return {
      ...made,
      user,
      receiver,
      caller,
      csv,
      puller,
      answers: (next: (got: Got) => Reply) => {
        reply = next
      },
      resolves: (next: Resolve) => {
        resolve = next
      },
      /** Download what is due after this many minutes; return the state of the source then. */
      async pull(minutes = 30) {
        made.pass(minutes)
        const process = puller()
        await process.flush()
        await process.close()
        return (await caller().feedSources.find({})).data[0]
      },
      batches: async () =>
        (
          await sql<{
            source: string
            read: number
            actor: string
          }>`select source, read, actor from import_batch where source in ('pull', 'configured') order by id`.execute(
            db,
          )
        ).rows,
    }
  }
  return { town, ends }
}
