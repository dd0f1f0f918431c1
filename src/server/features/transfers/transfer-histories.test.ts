import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type ChangeContext, transitionDevice } from '#server/features/devices/transitions.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { feedQuestions } from '#shared/feed.ts'
import { findContradictions } from '#tests/support/agreement.ts'
import { buildCaller, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { differences, pictureOf, textOfFile } from '#tests/support/day-pictures.ts'
import { runsOfEngine } from '#tests/support/engine-runs.ts'
import { buildAccount, buildClient, buildSite } from '#tests/support/factories.ts'
import { feedTown, lineOf } from '#tests/support/feeds.ts'
import { feedTables } from '#tests/support/undo.ts'

const database = useDatabase()
const machines = ['D0', 'D1', 'D2', 'D3', 'D4', 'D5'] as const

const feed = fc.record({
  kind: fc.constant('feed' as const),
  lines: fc.array(
    fc.record({
      serial: fc.constantFrom(...machines),
      site: fc.constantFrom('first', 'second', undefined),
      client: fc.constantFrom('p', 'q', undefined),
      hashRate: fc.constantFrom(30, 5, 0, undefined),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  late: fc.constantFrom(false, false, true),
})
const transfer = fc.record({
  kind: fc.constant('transfer' as const),
  chosen: fc.uniqueArray(fc.constantFrom(...machines), { minLength: 1, maxLength: 5 }),
  client: fc.constantFrom('p', 'q', 'none', undefined),
  account: fc.constantFrom('pa', 'qa', undefined, undefined),
  site: fc.constantFrom('first', 'second', undefined),
  ago: fc.nat(4),
})
const undo = fc.record({ kind: fc.constant('undo' as const), back: fc.nat(3) })
const person = fc.record({
  kind: fc.constant('person' as const),
  serial: fc.constantFrom(...machines),
  cause: fc.constantFrom('scrap', 'lost', 'found', 'repairOut', 'repairReturn'),
})
const night = fc.constant({ kind: 'night' as const })
const act = fc.oneof(
  { weight: 4, arbitrary: feed },
  { weight: 4, arbitrary: transfer },
  { weight: 2, arbitrary: undo },
  { weight: 2, arbitrary: person },
  { weight: 2, arbitrary: night },
)
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never
type Transfer = Extract<Act, { kind: 'transfer' }>

const refused = (error: unknown): null => {
  const code =
    error instanceof AppError
      ? error.code
      : error instanceof Error && error.cause instanceof AppError
        ? error.cause.code
        : null
  if (code === null || code === 'INTERNAL') throw error
  return null
}

/** Create a town with two sites, two clients and their sub-accounts, with a sequence of random events. */
async function townOf() {
  const { db } = database
  const town = await feedTown(database)
  const [second, q] = [
    await buildSite(db, { tenant: town.tenant }),
    await buildClient(db, { company_id: town.tenant.id }),
  ]
  const qa = await buildAccount(db, { client_id: q.id })
  const sites = { first: town.site, second }
  const clients = { p: town.client, q, none: { id: 0, name: '' } }
  const accounts = { pa: town.account, qa }
  const prefix = `${town.tenant.id}H`
  let now = new Date('2026-11-18T04:00:00Z')
  town.setClock(now)
  const viewer = await buildViewer(db, { company_id: town.tenant.id, nick_name: '基地负责人' })
  const config: Record<string, string> = database.url === null ? {} : { DATABASE_URL: database.url }
  const call = () => buildCaller(db, { viewer, now, config })
  const pass = (milliseconds = 60_000) => {
    now = new Date(now.getTime() + milliseconds)
    town.setClock(now)
  }
  const idsOf = async (serials: readonly string[]) =>
    (
      await db
        .selectFrom('device')
        .select('id')
        .where(
          'serial',
          'in',
          serials.map((serial) => prefix + serial),
        )
        .execute()
    ).map(({ id }) => id)
  const move = async ({ chosen, client, account, site, ago }: Transfer) => {
    const ids = await idsOf(chosen)
    const to = {
      ...(client === undefined ? {} : { clientId: clients[client].id }),
      ...(account === undefined ? {} : { accountId: accounts[account].id }),
      ...(site === undefined ? {} : { siteId: sites[site].id }),
    }
    if (ids.length === 0 || Object.keys(to).length === 0) return null
    return call()
      .transfers.save({
        selection: { ids },
        to,
        date: addDays(town.today, -ago),
        reason: 'contract',
        leaveScrapped: true,
      })
      .catch(refused)
  }
  const take = async (step: Act): Promise<void> => {
    pass(step.kind === 'night' ? 86_400_000 : 60_000)
    if (step.kind === 'feed')
      await town
        .apply({
          devices: step.lines.map(({ serial, site, client, ...given }) => ({
            ...lineOf(prefix + serial, { type: 'T30', ...given }),
            site: site && sites[site].name,
            client: client && clients[client].name,
          })),
          confirm: [...feedQuestions],
          businessDate: step.late ? addDays(town.today, -1) : town.today,
        })
        .catch(refused)
    if (step.kind === 'transfer') await move(step)
    if (step.kind === 'undo') {
      const { data } = await call().feeds.batches({})
      const batch = data[step.back]
      if (batch) await call().feeds.undo({ id: batch.id }).catch(refused)
    }
    if (step.kind === 'person') {
      const [id] = await idsOf([step.serial])
      const scope = { everything: false, branches: [{ companyId: town.tenant.id }] }
      const ctx = {
        config: { timeZone: 'Asia/Shanghai', databaseUrl: database.url },
        clock: () => now,
        viewer,
        scope,
      } as unknown as ChangeContext
      const event =
        step.cause === 'repairReturn' ? { cause: step.cause, outcome: 'fixed' as const } : { cause: step.cause }
      if (id) await transitionDevice(db, ctx, id, event as { cause: 'scrap' }).catch(refused)
    }
  }
  const picture = (clientId: number, start: Day) =>
    pictureOf({ db, viewer, now, config, clientId, start, end: town.today })
  return { town, take, move, pass, call, clients, picture, tables: () => feedTables(db, town.tenant.id) }
}

/** Return the rows of each day of a tenant. */
async function daysOf(tenantId: number): Promise<Map<Day, string[]>> {
  const { rows } = await sql<{
    day: Day
    rows: string[]
  }>`select business_date::text as day, array_agg(to_jsonb(r)::text order by device_id) as rows
    from device_daily r where company_id = ${tenantId} group by 1`.execute(database.db)
  return new Map(rows.map(({ day, rows: own }) => [day, own]))
}

test('Never change a day before the date, and restore every table to the byte by an immediate undo', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 8 }), transfer, async (history, last) => {
      const { town, take, move, pass, call, tables } = await townOf()
      for (const step of history) await take(step)
      pass()
      const [before, days] = [await tables(), await daysOf(town.tenant.id)]
      const done = await move(last)
      if (!done) {
        expect(await daysOf(town.tenant.id)).toEqual(days)
        return
      }
      const moved = await daysOf(town.tenant.id)
      for (const [day, rows] of days) if (day < done.date) expect(moved.get(day)).toEqual(rows)
      expect(await findContradictions(database.pool)).toEqual([])
      pass()
      // A transfer opens its day, as a feed does.
      if (!days.has(town.today)) return
      expect(await call().feeds.undo({ id: done.batchId ?? 0 })).toMatchObject({ undone: done.moved, kept: 0 })
      expect(await tables()).toEqual(before)
    }),
    { numRuns: runsOfEngine(30) },
  )
}, 300_000)

test('Keep cards, lists, charts, files and roll-ups equal after any transfers, feeds and undos', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 10 }), async (history) => {
      const { town, take, call, clients, picture } = await townOf()
      for (const step of history) {
        await take(step)
        expect(await findContradictions(database.pool)).toEqual([])
      }
      for (const { id } of [clients.p, clients.q]) {
        const list = await call().devices.find({ clientId: id, size: 100 })
        const { counts } = await call().charts.overview({ clientId: id })
        expect(list.totalCount).toBe(counts.total)
        expect(list.data).toHaveLength(counts.total)
        const range = [addDays(town.today, -6), town.today] as [string, string]
        const chart = await call().charts.stackedStates({ clientId: id, businessDateQuery: range })
        for (const [at, day] of chart.xAxisData.entries())
          for (const { name, data } of chart.series) {
            const listed = await call().charts.dayDevices({ clientId: id, day, part: name as 'normal', size: 100 })
            expect(listed.data).toHaveLength(data[at] ?? 0)
          }
        const file = await textOfFile(await call().devices.export({ clientId: id, format: 'csv', columns: ['serial'] }))
        expect(file.trim().split('\r\n').slice(1).sort()).toEqual(list.data.map(({ serial }) => serial).sort())
        expect(differences(await picture(id, addDays(town.today, -6)))).toEqual([])
      }
    }),
    { numRuns: runsOfEngine(8) },
  )
}, 300_000)
