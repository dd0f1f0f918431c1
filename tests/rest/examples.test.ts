import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemo } from '#server/demo/load.ts'
import { type CallExample, devicesCsv, fileNameFor, withDays } from '#server/rest/call-example.ts'
import { type Field, fieldsOf } from '#server/rest/fields.ts'
import type { Route, RowSource } from '#server/rest/route.ts'
import { routes } from '#server/rest/routes.ts'
import { createJobs } from '#server/services/jobs.ts'
import { businessDay } from '#shared/dates.ts'
import type { ApiWord } from '#shared/i18n/api.ts'
import { testNow } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { fakeReports } from '#tests/support/engineer.ts'
import { pngPicture } from '#tests/support/pictures.ts'
import { startWholeServer, type WholeServer } from '#tests/support/whole-server.ts'

// Every example of the documentation, sent as it stands to the demonstration: anyone who copies one must not be refused.
const database = useDatabase({ emptied: 'file' })
const passwords = {
  hash: async (password: string) => `hash of ${password}`,
  verify: async (hash: string, password: string) => hash === `hash of ${password}`,
  outdated: () => false,
}
const later = new Date(testNow.getTime() + 1e11)
let server: WholeServer

beforeAll(async () => {
  // Printing a report counts as a change of its project.
  const printReport = async ({ id }: { id: number }) =>
    void (await sql`update project set row_version = row_version + 1 where id = ${id}`.execute(database.db))
  await loadDemo({
    db: database.db,
    services: { passwords },
    config: { timeZone: 'Asia/Shanghai' },
    clock: () => testNow,
    printReport,
  })
  const jobs = createJobs({ logger: pino({ level: 'silent' }), clock: () => testNow, rows: null })
  const answered = { verdict: { outcome: 'delivered' as const }, status: 200, answer: '{"code":0}', milliseconds: 1 }
  const outbound = { send: async () => answered, close: () => undefined }
  const exportRate = { check: async () => undefined, count: async () => undefined }
  server = await startWholeServer(database, {
    services: { passwords, jobs, reports: fakeReports(), exportRate, outbound },
  })
}, 120_000)
afterAll(() => server.stop())

/** A new session of somebody who is asked for by name: what one example ends, the next one does not miss. */
let sessions = 0
async function sessionOf(userName: string): Promise<{ id: number; token: string }> {
  sessions += 1
  const token = `example-${sessions}`
  const user = await database.db
    .selectFrom('app_user')
    .select(['id', 'home_company_id'])
    .where('user_name', '=', userName)
    .executeTakeFirstOrThrow()
  const token_hash = createHash('sha256').update(token).digest()
  const session = {
    token_hash,
    user_id: user.id,
    company_id: user.home_company_id,
    kind: 'script' as const,
    expires_at: later,
  }
  return {
    ...(await database.db.insertInto('session').values(session).returning('id').executeTakeFirstOrThrow()),
    token,
  }
}

/** The example with its days and passwords put in; these services read passwords as they are. */
const filled = <Value>(value: Value): Value =>
  JSON.parse(
    JSON.stringify(withDays(value, businessDay(testNow, 'Asia/Shanghai'))).replace(/RSA\(([^)]*)\)/g, '$1'),
  ) as Value

async function send(row: Route, example: CallExample): Promise<Response> {
  const { params = {}, query = {}, body = {}, file, as = 'admin' } = filled(example)
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const address = new URL(`/api${path}`, server.url)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value))
  const headers: Record<string, string> = as === 'nobody' ? {} : { authorization: `cat ${(await sessionOf(as)).token}` }
  if (row.method === 'GET') return fetch(address, { headers })
  if (!file)
    return fetch(address, {
      method: row.method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const form = new FormData()
  for (const [name, value] of Object.entries(body as object)) form.append(name, String(value))
  form.append('file', new Blob([file === 'devices.csv' ? devicesCsv : Uint8Array.from(await pngPicture())]), file)
  return fetch(address, { method: row.method, headers, body: form })
}

const rowOf = (name: string): Route => {
  const row = routes.find(({ method, path }) => `${method} ${path}` === name)
  if (!row) throw new Error(`${name} is no call`)
  return row
}
/** `data` of what an example makes. */
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
const openAlert = () =>
  first(
    sql`select max(a.id)::int as id from alert a join alert_device m on m.alert_id = a.id where a.resolved_at is null`,
  )
const upload = () => made<{ id: number }>('POST /attachments/actions/upload')

async function channel(name: string): Promise<number> {
  const { body } = rowOf('POST /channels/save').example
  return (await made<{ id: number }>('POST /channels/save', { body: { ...(body as object), name } })).id
}
/** That of the second base: a base has one. */
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

/** What a person puts in where an example says that something is needed. */
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
      planId: await first(
        sql`select max(id)::int as id from reservation_plan p where not exists (select from reservation where plan_id = p.id)`,
      ),
    },
  }),
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
/** What only another machine can give: proved by the cases of these calls. */
const elsewhere: ReadonlySet<ApiWord | undefined> = new Set([
  'api.needs.ticket',
  'api.needs.code',
  'api.needs.device',
  'api.needs.meeting',
])

const nameOf = ({ method, path }: Route) => `${method} ${path}`
/** What takes something away comes after what looks at it, and what ends a password or a company after that. */
const turnOf = ({ method, path }: Route): number => {
  if (/\/(updatePassword|changeCompany)/.test(path)) return 2
  return method === 'DELETE' || /\/(delete|logout|cancel|unshare|scrap|void)/.test(path) ? 1 : 0
}
const sent = routes
  .filter((row) => !elsewhere.has(row.example.needs))
  .sort((left, right) => turnOf(left) - turnOf(right))

test('an example leaves out nothing that is required, names no field that is unknown, and says what it cannot know', () => {
  const wrong = routes.flatMap((row) => {
    const { params = {}, query = {}, body = {}, file, needs } = row.example
    const fields = fieldsOf(row)
    const given = { params, query, body: file ? { ...(body as object), file } : body }
    if (Array.isArray(given.body)) return []
    const isGiven = ({ from, name }: RowSource) => name in (given[from] as object)
    // A field may have other spellings, of which one is enough.
    const spellings = [...row.sources.values()]
    const isElsewhere = ({ name }: Field) =>
      spellings.some((sources) => sources.some(isGiven) && sources.some((source) => source.name === name))
    const missing = fields
      .filter((field) => field.required && !isGiven(field) && !isElsewhere(field))
      .map(({ name }) => `${name} is missing`)
    // `total` is a field of every documented list request.
    const known = new Set(
      [...fields, ...spellings.flat()].map(({ from, name }) => `${from}.${name}`).concat('body.total'),
    )
    const unknown = Object.entries(given).flatMap(([from, values]) =>
      Object.keys(values as object).filter((name) => !known.has(`${from}.${name}`)),
    )
    const unsaid =
      /<(ticket|code|key|token)>/.test(JSON.stringify(given)) && !needs ? ['a gap that nothing is said of'] : []
    return [...missing, ...unknown, ...unsaid].map((what) => `${nameOf(row)}: ${what}`)
  })
  expect(wrong).toEqual([])
})

test.each(sent.map((row) => [nameOf(row), row] as const))('%s takes its example', async (name, row) => {
  const shown = row.example
  expect(Boolean(shown.needs), 'what is needed is found here').toBe(name in found)
  const example = { ...shown, ...(await found[name]?.(shown)) }
  const answer = await send(row, example)
  const type = answer.headers.get('content-type') ?? ''
  if (shown.answer) {
    expect([answer.status, type]).toEqual([200, shown.answer.type])
    expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toContain(fileNameFor(shown, 'zh'))
    return void (await answer.arrayBuffer())
  }
  const envelope = (await answer.json()) as { code: number; message: string; data: unknown }
  expect([envelope.code, envelope.message]).toEqual([200, 'success'])
  expect(row.answer?.safeParse(envelope.data).error).toBeUndefined()
})
