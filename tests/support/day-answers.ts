import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Services } from '#server/services/services.ts'
import { dayParts } from '#shared/day-lists.ts'
import { deviceStates } from '#shared/devices.ts'
import type { FilePart } from '#shared/files.ts'
import { buildCaller, buildContext } from './context.ts'
import { type RandomFleet, randomOf } from './random-fleet.ts'

/**
 * Write rows of these days for every device, some of which were elsewhere or of another type then, and changes of state
 * on them.
 */
export async function writeDays(
  db: Kysely<Database>,
  { companies, clients, accounts }: RandomFleet,
  days: readonly string[],
  seed: number,
): Promise<void> {
  const random = randomOf(seed)
  const devices = await db.selectFrom('device').selectAll().orderBy('id').execute()
  for (const day of days) {
    await sql`select device_daily_month(${day}::date)`.execute(db)
    const rows = devices.map((device) => {
      const moved = random(6) === 0
      const account = accounts[random(accounts.length)]
      const site = companies.filter(({ tenant_id, id }) => tenant_id === device.company_id && id !== device.company_id)[
        random(3)
      ]
      return {
        business_date: day,
        device_id: device.id,
        company_id: device.company_id,
        client_id: (moved ? clients[random(clients.length)]?.id : device.client_id) ?? 0,
        account_id: (moved ? account?.id : device.account_id) ?? 0,
        site_id: (moved ? site?.id : device.site_id) ?? 0,
        type: random(12) === 0 ? ('T20' as const) : device.type,
        state: random(3) === 0 ? (deviceStates[random(8)] ?? 'normal') : device.state,
        reported: [true, false, null][random(3)] ?? null,
        ever_reported: random(6) > 0,
        hash_avg: random(5) === 0 ? null : random(400_000) / 10_007,
        hash_target: random(2) === 0 ? 30 : 20.1,
        compliant: random(2) === 0,
        batch_id: random(3) === 0 ? null : random(1_000),
      }
    })
    await db.insertInto('device_daily').values(rows).execute()
    const changed = devices.filter(() => random(5) === 0)
    await db
      .insertInto('device_event')
      .values(
        changed.map((device, index) => ({
          device_id: device.id,
          company_id: device.company_id,
          from_state: 'normal' as const,
          to_state: 'offline' as const,
          cause: 'feed' as const,
          at: new Date(Date.parse(`${day}T02:00:00Z`) + index * 1_000),
        })),
      )
      .execute()
  }
}

async function textOf(parts: AsyncIterable<FilePart>): Promise<string> {
  let text = ''
  for await (const part of parts)
    text += 'text' in part ? part.text : 'base64' in part ? Buffer.from(part.base64, 'base64').toString() : ''
  return text
}

/** Return the responses of every call that reads days to every viewer of a fleet, with its filters. */
export async function dayAnswers(
  db: Kysely<Database>,
  fleet: RandomFleet,
  { days, now, services }: { days: readonly string[]; now: string; services: Partial<Services> },
): Promise<Map<string, unknown>> {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const answers = new Map<string, unknown>()
  const place = {
    site: {
      siteId:
        fleet.companies.find(
          ({ super_company_id, tenant_id }) => super_company_id !== null && super_company_id === tenant_id,
        )?.id ?? 0,
    },
    client: { clientId: fleet.clients[0]?.id ?? 0 },
    account: { accountId: fleet.accounts[0]?.id ?? 0 },
  }
  const narrowed = Object.entries({ ...place, type: { type: 'T20' as const } })
  const devices = await db.selectFrom('device').select('id').orderBy('id').limit(2).execute()
  let turn = 0
  for (const [who, viewer] of Object.entries(fleet.viewers)) {
    const caller = buildCaller(db, { viewer, now, services })
    const ask = async (what: string, answer: () => Promise<unknown>) => {
      // A caller without permission, and a request out of reach, are refused alike.
      answers.set(
        `${who}: ${what}`,
        await answer().catch((error: unknown) => (error instanceof Error ? `refused: ${error.message}` : error)),
      )
    }
    // Each reader requests everything and one part of it, in turn.
    const [where = '', filter = {}] = narrowed[turn % narrowed.length] ?? []
    turn += 1
    const range = { businessDateQuery: [first, last] as [string, string] }
    await ask('export', async () => textOf(await caller.dailies.export({ ...range, format: 'csv', language: 'en' })))
    for (const more of [{ state: 'offline' as const }, { states: ['warn' as const, 'lost' as const] }, {}])
      await ask(`export ${where} ${JSON.stringify(more)}`, async () =>
        textOf(await caller.dailies.export({ ...range, ...filter, ...more, format: 'json' })),
      )
    for (const part of dayParts) await ask(`list ${part}`, () => caller.charts.dayDevices({ day: last, part, size: 7 }))
    for (const page of [1, 2, 9])
      await ask(`list ${where} page ${page}`, () =>
        caller.charts.dayDevices({ ...filter, day: first, part: 'inService', page, size: 7 }),
      )
    await ask('changes', () => caller.charts.dayChanges({ start: first, end: last, size: 50 }))
    await ask(`changes ${where}`, () => caller.charts.dayChanges({ ...filter, start: first, end: last, size: 50 }))
    await ask(`changes ${where} of a day`, () =>
      caller.charts.dayChanges({ ...filter, start: last, end: last, state: 'offline', page: 2, size: 3 }),
    )
    await ask('charts', () => caller.charts.history(range))
    for (const { id } of devices)
      await ask(`device ${id}`, () => caller.charts.device({ id, businessDateQuery: [first, last] }))
    for (const { id } of fleet.clients.slice(0, 1))
      await ask(`statement of ${id}`, async () => {
        const { readStatement } = await import('#server/features/clients/statement/statement.ts')
        const ctx = buildContext(db, { viewer, now, services })
        const reach =
          viewer.clientId === null
            ? viewer.role === 'manager'
              ? ('all' as const)
              : ('company' as const)
            : ('client' as const)
        const scope = await ctx.services.places.scopeOf(viewer, reach)
        return readStatement({ ...ctx, viewer, reach, scope }, { id, month: last.slice(0, 7), basis: 'inService' })
      })
  }
  return answers
}
