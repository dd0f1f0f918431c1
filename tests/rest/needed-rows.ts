import { sql } from 'kysely'
import type { CallExample } from '#server/rest/call-example.ts'
import type { Route } from '#server/rest/route.ts'
import { routes } from '#server/rest/routes.ts'
import { businessDay } from '#shared/business-time.ts'
import { testNow } from '#tests/support/context.ts'
import type { useExampleServer } from '#tests/support/example-server.ts'

/** Fill in the values that a user must replace in an example. */
export function useNeededRows({ database, send, sessionOf }: ReturnType<typeof useExampleServer>) {
  const rowOf = (name: string): Route => {
    const row = routes.find(({ method, path }) => `${method} ${path}` === name)
    if (!row) throw new Error(`${name} is no call`)
    return row
  }
  /** Return `data` of the response to an example. */
  async function made<Data>(name: string, change: Partial<CallExample> = {}): Promise<Data> {
    const row = rowOf(name)
    const answer = (await (await send(row, { ...row.example, ...change })).json()) as { data: Data }
    return answer.data
  }
  const first = async (query: ReturnType<typeof sql<{ id: number }>>): Promise<number> =>
    (await query.execute(database.db)).rows[0]?.id ?? 0
  const id = async (found: Promise<number | { id: number }>): Promise<CallExample> => {
    const value = await found
    return { params: { id: typeof value === 'number' ? value : value.id } }
  }
  const report = (status: number) =>
    first(sql<{ id: number }>`select id from report where status = ${status} order by id limit 1`)
  const waiting = () =>
    first(sql<{ id: number }>`select r.id from reservation r left join report on report.reservation_id = r.id
    where report.id is null and r.reserve_time > ${businessDay(testNow, 'Asia/Shanghai')} and r.cancelled_at is null order by r.id desc limit 1`)
  /** The latest plan without a reservation, which is after today. */
  const emptyPlan = () =>
    first(
      sql`select max(id)::int as id from reservation_plan p where not exists (select from reservation where plan_id = p.id)`,
    )
  const openAlert = () =>
    first(
      sql`select max(a.id)::int as id from alert a join alert_device m on m.alert_id = a.id where a.resolved_at is null`,
    )
  const upload = () => made<{ id: number }>('POST /attachments/actions/upload')

  async function channel(name: string): Promise<number> {
    const { body } = rowOf('POST /channels/save').example
    return (await made<{ id: number }>('POST /channels/save', { body: { ...(body as object), name } })).id
  }
  /** The one of the second base, because a base has only one. */
  async function feedSource(): Promise<number> {
    await sql`delete from feed_source where company_id = 3`.execute(database.db)
    return first(
      sql`insert into feed_source (company_id, host, every_minutes, next_pull) values (3, 'feeds.example', 30, ${testNow}) returning id`,
    )
  }
  async function schedule(name: string): Promise<number> {
    const { body } = rowOf('POST /schedules/save').example
    return (await made<{ id: number }>('POST /schedules/save', { body: { ...(body as object), name } })).id
  }
  const scheduleRun = async (scheduleId: number) => {
    const run = await first(sql`insert into schedule_run (schedule_id, company_id, planned, due, state, ended_at)
    values (${scheduleId}, 2, ${testNow}, ${testNow}, 'done', ${testNow}) returning id`)
    await sql`insert into delivery (company_id, channel_id, message, state, due, create_time, run_id)
    values (2, ${await channel(`定时通道 ${run}`)}, '{"type": "schedule.digest", "title": "示例"}', 'failed', ${testNow}, ${testNow}, ${run})`.execute(
      database.db,
    )
    return run
  }
  const delivery = (channelId: number) =>
    first(sql`insert into delivery (company_id, channel_id, message, state, due, create_time)
    values (2, ${channelId}, '{"title": "示例"}', 'failed', ${testNow}, ${testNow}) returning id`)

  /** The values that a user must replace, by the call of the example. */
  const found: Record<string, (example: CallExample) => Promise<CallExample>> = {
    'POST /repairDaily/void/:id': () => id(first(sql`select max(id)::int as id from repair_daily`)),
    'POST /device/undoUpdate': async ({ body }) => {
      const { body: feed } = rowOf('POST /device/updateDevice').example
      const { batchId } = await made<{ batchId: number }>('POST /device/updateDevice', {
        body: { ...(feed as object), dryRun: false },
      })
      return { body: { ...(body as object), id: batchId } }
    },
    'POST /alert/acknowledge/:id': async ({ body }) => ({ ...(await id(openAlert())), body }),
    'POST /alert/machines/:id': () => id(openAlert()),
    'POST /device/endReportToken/:id': async () => {
      await made('POST /device/reportTokens/:siteId')
      return id(first(sql`select max(id)::int as id from session where scope = 'report'`))
    },
    'GET /stocktake/getById/:id': () => id(made('POST /stocktake/save')),
    'POST /stocktake/pdf/:id': () => id(made('POST /stocktake/save')),
    'POST /device/transferred': async ({ body }) => {
      const { body: transfer } = rowOf('POST /device/transfer').example
      const { batchId } = await made<{ batchId: number }>('POST /device/transfer', {
        body: { ...(transfer as object), to: { clientId: 1 }, dryRun: false },
      })
      return { body: { ...(body as object), batchId } }
    },
    'POST /feedSources/switch': async ({ body }) => ({ body: { ...(body as object), id: await feedSource() } }),
    'POST /feedSources/pull/:id': () => id(feedSource()),
    'POST /feedSources/delete/:id': () => id(feedSource()),
    'POST /schedules/switch': async ({ body }) => ({ body: { ...(body as object), id: await schedule('待停定时') } }),
    'POST /schedules/run/:id': () => id(schedule('待发定时')),
    'POST /schedules/runs/find': async ({ body }) => ({
      body: { ...(body as object), id: await schedule('有历史的定时') },
    }),
    'POST /schedules/runs/resend/:id': async () => id(scheduleRun(await schedule('重发定时'))),
    'POST /schedules/runs/revoke/:id': async () => id(scheduleRun(await schedule('撤销定时'))),
    'POST /schedules/delete/:id': () => id(schedule('待删定时')),
    'POST /channels/switch': async ({ body }) => ({ body: { ...(body as object), id: await channel('待停通道') } }),
    'POST /channels/test/:id': () => id(channel('待测通道')),
    'POST /channels/delete/:id': () => id(channel('待删通道')),
    'POST /deliveries/resend/:id': async () => id(delivery(await channel('重发通道'))),
    'DELETE /materialType/:id': () => id(made('POST /materialType/save', { body: { name: '待删类别' } })),
    'DELETE /model/delete/:id': () => id(made('POST /model/save', { body: { name: '待删量表' } })),
    'DELETE /material/delete/:id': () =>
      id(made('POST /material/save', { body: { name: '待删物料', materialTypeId: 1 } })),
    'POST /client/delete/:id': () => id(made('POST /client/save', { body: { name: '待删客户', companyId: 2 } })),
    'POST /account/delete/:id': () => id(made('POST /account/save', { body: { name: 'empty-01', clientId: 1 } })),
    'GET /attachments/actions/download': async () => ({ query: { id: (await upload()).id } }),
    'POST /attachments/:id': () => id(upload()),
    'POST /users/sessions/end': async () => ({ body: { id: (await sessionOf('admin')).id, kind: 'session' } }),
    'GET /classes/activity': async () => ({
      query: { key: (await made<{ shareKey: string }>('POST /classes/share/:id')).shareKey },
    }),
    'POST /reservation/save': async ({ body }) => ({
      body: {
        ...(body as object),
        planId: await emptyPlan(),
      },
    }),
    'POST /reservationPlan/delete/:id': () => id(emptyPlan()),
    'POST /reservation/cancel/:id': () => id(waiting()),
    'POST /report/syncFromReservation/:id': () => id(waiting()),
    'POST /report/setStatus/:id': () => id(report(1)),
    'POST /report/changeStatus/:a/:b': async () => ({ params: { a: await report(0), b: 1 } }),
    'POST /report/upStation/:id': () =>
      id(
        first(
          sql`select report.id from report where status = 1 and station_id not in (select max(id) from station group by company_id) limit 1`,
        ),
      ),
    'POST /report/save': async ({ body }) => ({
      body: { ...(body as object), id: await report(1), rowVersion: undefined },
    }),
    'POST /report/cancel/:id': () => id(report(1)),
    'POST /report/saveFabric/:id': () => id(report(1)),
    'POST /checking/find': async ({ body }) => {
      const row = await database.db
        .selectFrom('report')
        .select('report_number')
        .where('status', '=', 2)
        .limit(1)
        .executeTakeFirstOrThrow()
      return { body: { ...(body as object), reportNumber: row.report_number } }
    },
    'POST /report/get/:testeeId': () => ofTestee(),
    'GET /report/get/:testeeId': () => ofTestee(),
  }
  async function ofTestee(): Promise<CallExample> {
    await sql`update report set testee_id = 1 where id = 1`.execute(database.db)
    return {}
  }
  return { found, id }
}
