import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createJobs } from '#server/services/jobs/jobs.ts'
import { deviceStates } from '#shared/devices.ts'
import type { FeedRequest } from '#shared/feed.ts'
import { buildCaller, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildAccount, buildClient, buildDevice, buildSite } from '#tests/support/factories.ts'
import { countsOf, type FeedTown, feedTown, fileOf, lineOf } from '#tests/support/feeds.ts'
import { useRunningTown } from '#tests/support/running-town.ts'

const database = useDatabase()
const { rowsOf, runningTown, refusalOf } = useRunningTown(database)

describe('A feed without hash rates and times of report', () => {
  test.each(['zh', 'en'] as const)(
    'Change nothing by the own export in %s, but refuse scrapped machines',
    async (language) => {
      const { db } = database
      const town = await feedTown(database)
      const place = {
        company_id: town.tenant.id,
        site_id: town.site.id,
        client_id: town.client.id,
        account_id: town.account.id,
      }
      const hourAgo = new Date(Date.now() - 3_600_000)
      const heard = { last_report_at: hourAgo, hash_rate: 28, active_worker: '=甲,1' }
      for (const [index, state] of deviceStates.entries())
        await buildDevice(db, { serial: `00${index}`, state, active_worker_state: index % 2 === 0, ...place, ...heard })
      await buildDevice(db, {
        serial: '2026-11-22',
        company_id: town.tenant.id,
        site_id: null,
        client_id: null,
        account_id: null,
        active_worker: null,
      })
      await town.apply({ devices: [lineOf('000')] })
      const viewer = await buildViewer(db, { company_id: town.tenant.id, nick_name: '基地负责人' })
      const jobs = createJobs({ logger: pino({ level: 'silent' }), clock: town.now, rows: null })
      const caller = buildCaller(db, { viewer, now: town.now(), services: { jobs } })
      let text = ''
      for await (const part of await caller.devices.export({ format: 'csv', language }))
        if ('text' in part) text += part.text
      const before = [
        await rowsOf('device', town.tenant.id),
        await rowsOf('device_daily', town.tenant.id),
        await rowsOf('import_coverage', town.tenant.id),
      ]
      for (const dryRun of [true, false]) {
        const result = await caller.feeds.update({ ...fileOf(text), dryRun, language })
        expect(result).toMatchObject({
          read: 9,
          created: 0,
          updated: 0,
          unchanged: 8,
          refused: 1,
          conflict: 0,
          transitions: [],
          coverage: [],
          telemetry: false,
          questions: [],
        })
        expect(result.errors).toMatchObject([{ reason: 'scrapped' }])
      }
      await jobs.close()
      expect([
        await rowsOf('device', town.tenant.id),
        await rowsOf('device_daily', town.tenant.id),
        await rowsOf('import_coverage', town.tenant.id),
      ]).toEqual(before)
    },
  )

  test('Register and move machines without changing states, measurements or absent machines', async () => {
    const { db } = database
    const town = await runningTown(4)
    const other = await buildSite(db, { tenant: town.tenant })
    await town.apply({ devices: town.serials.map((serial) => lineOf(serial)) })
    const measured = () =>
      db
        .selectFrom('device_daily')
        .innerJoin('device', (join) =>
          join
            .onRef('device.company_id', '=', 'device_daily.company_id')
            .onRef('device.id', '=', 'device_daily.device_id'),
        )
        .select(['serial', 'device_daily.state', 'reported', 'hash_avg', 'compliant'])
        .where('serial', 'in', town.serials)
        .orderBy('serial')
        .execute()
    const coverageOf = () => db.selectFrom('import_coverage').selectAll().where('site_id', '=', town.site.id).execute()
    const [days, coverage] = [await measured(), await coverageOf()]
    const text = `serial,type,site,activeWorker,activeWorkerState,hashRate,alarm\nR1,T20,${other.name},w9,,,\nR2,,,,,,\nN1,T30,${other.name},,,,\n`
    const result = await town.apply(fileOf(text))
    expect(result).toMatchObject({
      created: 1,
      updated: 1,
      unchanged: 1,
      telemetry: false,
      transitions: [{ from: null, to: 'offline', count: 1 }],
    })
    expect([await measured(), await coverageOf()]).toEqual([days, coverage])
    expect(
      await db
        .selectFrom('device')
        .select(['type', 'site_id', 'active_worker', 'state', 'last_report_at'])
        .where('serial', 'in', ['N1', 'R1'])
        .orderBy('serial')
        .execute(),
    ).toEqual([
      { type: 'T30', site_id: other.id, active_worker: null, state: 'offline', last_report_at: null },
      { type: 'T20', site_id: other.id, active_worker: 'w9', state: 'normal', last_report_at: expect.any(Date) },
    ])
    expect(await countsOf(db, town.tenant.id, town.today)).toEqual({
      live: { normal: 4, offline: 1 },
      daily: { normal: 4, offline: 1 },
    })
  })

  test.each([
    ['a time of report alone', 'serial,reportedAt\nR1,{time}\n', true],
    ['one machine that stands still', 'serial,activeWorkerState,hashRate\nR1,no,\n', true],
    ['names and states of workers', 'serial,activeWorker,activeWorkerState,alarm\nR1,w1,no,yes\n', false],
    ['an empty column of hash rates', 'serial,activeWorker,hashRate,reportedAt\nR1,w1,,\n', false],
  ])('Detect whether a feed has telemetry when it has %s', async (_, text, telemetry) => {
    const town = await runningTown(1)
    const result = await town.apply({ ...fileOf(text.replace('{time}', new Date().toISOString())), dryRun: true })
    expect(result.telemetry).toBe(telemetry)
    expect(result.transitions).toEqual(telemetry ? [{ from: 'normal', to: 'offline', count: 1 }] : [])
  })
})

describe('An unusual feed', () => {
  /**
   * Check that a dry run asks the questions and writes nothing, and that the feed is refused without and applied with a
   * confirmation.
   */
  async function ask(town: FeedTown, request: FeedRequest, kinds: readonly string[]) {
    const before = await rowsOf('device', town.tenant.id)
    const rehearsed = await town.apply({ ...request, dryRun: true })
    const refused = await refusalOf(town.apply(request))
    expect([refused.code, refused.details.feed?.questions]).toEqual(['FEED_UNCONFIRMED', rehearsed.questions])
    expect(await rowsOf('device', town.tenant.id)).toEqual(before)
    expect(rehearsed.questions?.map(({ kind }) => kind)).toEqual(kinds)
    const questions = rehearsed.questions?.map(({ text: _, ...question }) => question) ?? []
    return {
      questions,
      sentence: refused.details.values ?? {},
      confirmed: await town.apply({ ...request, confirm: rehearsed.questions?.map(({ kind }) => kind) }),
    }
  }

  test('Ask when more than a tenth of a site’s machines in service go offline', async () => {
    const town = await runningTown(20)
    const lines = (off: number) => ({
      devices: town.serials.map((serial, index) => lineOf(serial, index < off ? { hashRate: 0 } : {})),
    })
    expect((await town.apply({ ...lines(2), dryRun: true })).questions).toEqual([])
    const { questions, sentence, confirmed } = await ask(town, lines(3), ['offline'])
    expect(questions).toEqual([{ kind: 'offline', count: 3, total: 20, siteId: town.site.id, site: town.site.name }])
    expect(sentence).toEqual({
      kinds: 'offline',
      questions: `${town.site.name}的 20 台在用设备中，有 3 台将变为已下线`,
    })
    expect(confirmed).toMatchObject({ dryRun: false, transitions: [{ from: 'normal', to: 'offline', count: 3 }] })
    // Absent machines count too; machines that are already offline do not.
    expect((await town.apply({ devices: lines(3).devices.slice(0, 17), dryRun: true })).questions).toMatchObject([
      { kind: 'offline', count: 3 },
    ])
    expect((await town.apply({ ...lines(3), dryRun: true })).questions).toEqual([])
  })

  test('Ask when more than a tenth of a fleet is new, but not about its first machines', async () => {
    const town = await feedTown(database)
    const fresh = (from: number, count: number) => ({
      devices: Array.from({ length: count }, (_, index) =>
        lineOf(`N${from + index}`, { type: 'T30', site: town.site.name }),
      ),
    })
    expect(await town.apply(fresh(0, 20))).toMatchObject({ created: 20, questions: [] })
    expect((await town.apply({ ...fresh(20, 2), dryRun: true })).questions).toEqual([])
    const { questions, confirmed } = await ask(town, fresh(20, 3), ['new-machines'])
    expect(questions).toEqual([{ kind: 'new-machines', count: 3, total: 20 }])
    expect(confirmed).toMatchObject({ created: 3 })
  })

  test('Ask when more than a tenth of a fleet changes its owner, together with all other questions', async () => {
    const town = await runningTown(10)
    const client = await buildClient(database.db, { company_id: town.tenant.id })
    await buildAccount(database.db, { client_id: client.id, company_id: town.tenant.id })
    const given = town.serials.map((serial, index) =>
      lineOf(serial, index < 2 ? { client: client.name, hashRate: 0 } : {}),
    )
    const { questions, sentence } = await ask(town, { devices: given }, ['owners', 'offline'])
    expect(questions).toMatchObject([
      { kind: 'owners', count: 2, total: 10 },
      { kind: 'offline', count: 2, total: 10 },
    ])
    expect(sentence.kinds).toBe('owners,offline')
    expect(
      (
        await refusalOf(
          town.apply({ devices: town.serials.map((serial) => lineOf(serial, { hashRate: 0 })), confirm: ['owners'] }),
        )
      ).code,
    ).toBe('FEED_UNCONFIRMED')
  })

  test('Ask when the day is more than two days after the newest one, whatever days the clock opened', async () => {
    const { db } = database
    const town = await runningTown(3)
    const day = (date: string, hour = '04') => new Date(`${date}T${hour}:00:00Z`)
    const feed = () => ({ devices: town.serials.map((serial) => lineOf(serial)) })
    town.setClock(day('2026-10-01'))
    await town.apply(feed())
    town.setClock(day('2026-10-03'))
    expect(await town.apply(feed())).toMatchObject({ businessDate: '2026-10-03', questions: [] })
    town.setClock(day('2026-10-13'))
    const viewer = await buildViewer(db, { company_id: town.tenant.id, nick_name: '基地负责人' })
    const caller = buildCaller(db, { viewer, now: town.now() })
    const [device] = await db.selectFrom('device').select('id').where('serial', '=', 'R1').execute()
    // This opens the day, as the scheduled opening does.
    await caller.devices.mark({ mark: 'lost', selection: { ids: [device?.id ?? 0] }, reason: 'x' })
    const { questions, sentence } = await ask(town, { devices: feed().devices.slice(1) }, ['day'])
    expect(questions).toEqual([{ kind: 'day', count: 10, total: 2, newestDate: '2026-10-03' }])
    expect(sentence.questions).toBe('业务日期 2026-10-13 比已知最近的业务日 2026-10-03 晚 10 天')
    expect((await town.apply({ ...feed(), dryRun: true })).questions).toEqual([])
    expect((await town.apply({ ...feed(), businessDate: '2026-10-02', dryRun: true })).questions).toEqual([])
  })
})
