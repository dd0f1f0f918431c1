import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { createAlertClock } from '#server/features/alerts/clock.ts'
import { giveFirstRules } from '#server/features/alerts/rules.ts'
import { feedTown, lineOf } from './feeds.ts'
import { undoIn } from './undo.ts'

const timeZone = 'Asia/Shanghai'
const minuteMs = 60_000

/** @throws Error if the events by owner differ from the events, their machines and their owners */
async function checkOwners(db: Kysely<Database>): Promise<void> {
  const columns = sql`alert_id, owner_kind::text, owner_id, company_id, site_id, kind, severity, opened_at, resolved_at, taken_back, machines`
  const members = sql`select m.alert_id, o.kind, o.id, cardinality(m.device_ids) as machines from alert_device m
    cross join lateral (values ('client', m.client_id), ('account', m.account_id)) o(kind, id) where o.id <> 0`
  const named = sql`select a.id, o.kind, o.id, 0 from alert a cross join lateral (values ('client', a.client_id), ('account', a.account_id)) o(kind, id) where o.id is not null`
  const told = sql`select a.id as alert_id, o.kind as owner_kind, o.id as owner_id, a.company_id, a.site_id, a.kind, a.severity, a.opened_at, a.resolved_at, a.taken_back,
    sum(o.machines)::int as machines from alert a join (${members} union all ${named}) o on o.alert_id = a.id group by a.id, o.kind, o.id`
  // If all machines of an owner have left, the row stays with a count of zero.
  const { rows } = await sql`(select ${columns} from (${told}) t except select ${columns} from alert_owner)
    union all (select ${columns} from alert_owner where machines > 0 except select ${columns} from (${told}) t)`.execute(
    db,
  )
  if (rows.length > 0) throw new Error(`events by owner differ: ${JSON.stringify(rows)}`)
}

/** Set up a base with the initial rules, and a clock that the test sets. */
export async function alertTown(database: { db: Kysely<Database>; url: string | null }) {
  const made = await feedTown(database)
  const { db } = database
  let now = new Date('2026-11-20T02:00:00Z')
  made.setClock(now)
  await giveFirstRules(db, now)
  const names = { type: 'T30', site: made.site.name, client: made.client.name, account: made.account.name }
  const lines = (count: number, given: Record<string, unknown> = {}, prefix = 'M') =>
    Array.from({ length: count }, (_, index) =>
      lineOf(`${prefix}${String(index).padStart(5, '0')}`, { ...names, ...given }),
    )
  const clock = createAlertClock({ db, timeZone })
  const open = async () => {
    await checkOwners(db)
    return (await sql<Record<string, unknown>>`select * from alert where resolved_at is null order by id`.execute(db))
      .rows
  }
  return {
    ...made,
    names,
    lines,
    open,
    pass(minutes: number) {
      now = new Date(now.getTime() + minutes * minuteMs)
      made.setClock(now)
    },
    feed: (devices: Record<string, unknown>[]) =>
      made.apply({ devices, confirm: ['new-machines', 'offline', 'owners', 'day'] }),
    tick: () => clock.tick(now),
    membersOf: async (alertId: unknown) =>
      (
        await sql<{
          count: number
        }>`select coalesce(sum(cardinality(device_ids)), 0)::int as count from alert_device where alert_id = ${alertId}`.execute(
          db,
        )
      ).rows[0]?.count,
    all: async () => {
      await checkOwners(db)
      return (await sql<Record<string, unknown>>`select * from alert order by id`.execute(db)).rows
    },
    notices: async () =>
      (
        await sql<{
          kind: string
          moment: string
          count: number
        }>`select a.kind, n.moment, n.count from alert_notice n join alert a on a.id = n.alert_id
          order by n.id`.execute(db)
      ).rows.map(({ kind, moment, count }) => `${kind} ${moment} ${count}`),
    undo: (batchId: number | null) => undoIn(db, made, batchId ?? 0),
  }
}
export type AlertTown = Awaited<ReturnType<typeof alertTown>>
/** The feed line of a machine that does not report. */
export const stopped = { hashRate: 0 }
/** Let all machines of the site run, and none five minutes later. */
export async function fallen(made: AlertTown, machines: number) {
  await made.feed(made.lines(machines))
  made.pass(5)
  return made.feed(made.lines(machines, stopped))
}
