import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { nowhere } from '#server/db/device-set.ts'
import { getBatch } from '#server/features/feeds/batches.ts'
import { undoObstacle } from '#server/features/feeds/undo-obstacle.ts'
import { findContradictions } from '#tests/support/agreement.ts'
import { useDatabase } from '#tests/support/database.ts'
import { askGathered } from '#tests/support/gathered.ts'
import { demoDays, isEmpty, loadDemo } from './load.ts'
import { createRandom } from './random.ts'
import { simulate } from './simulate.ts'
import { demoUsers, seedDemoUsers } from './users.ts'

const now = new Date('2026-11-20T03:30:00Z')
const today = '2026-11-20'
const passwords = {
  hash: async (password: string) => `hash of ${password}`,
  verify: async () => true,
  outdated: () => false,
}
const options = { services: { passwords }, config: { timeZone: 'Asia/Shanghai' }, clock: () => now }

describe('the demonstration fleet', () => {
  const database = useDatabase({ emptied: 'file' })
  const printed: unknown[] = []
  const count = async (query: RawBuilder<unknown>): Promise<number> => {
    const [answer] = await askGathered(database.db, sql<{ n: number }>`select count(*)::int as n from (${query}) rows`)
    return answer?.n ?? -1
  }

  beforeAll(async () => {
    await loadDemo({ ...options, db: database.db, printReport: async (project) => void printed.push(project) })
  }, 120_000)

  test('Contain 2 bases, 6 sites in different provinces, 8 clients, 24 accounts, 2,000 devices, 120 days', async () => {
    expect(await count(sql`select from company where kind = 'base' and tenant_id = id`)).toBe(2)
    expect(await count(sql`select distinct province from company where kind = 'base' and tenant_id <> id`)).toBe(6)
    expect(await count(sql`select from client`)).toBe(8)
    expect(await count(sql`select from account`)).toBe(24)
    expect(await count(sql`select from device`)).toBe(2_000)
    expect(await count(sql`select distinct business_date from device_daily where business_date < ${today}`)).toBe(
      demoDays,
    )
    for (const state of ['normal', 'low', 'warn', 'offline', 'repairing', 'repaired', 'lost', 'scrap'])
      expect(await count(sql`select from device where state = ${state}::device_state`), state).toBeGreaterThan(0)
  })

  test('Give the true reason why its newest update cannot be undone', async () => {
    const batch = await getBatch(database.db, { ...nowhere, everything: true }, undefined)
    const reader = { now: batch.undoable.createTime, timeZone: options.config.timeZone, language: 'en' as const }
    expect(await undoObstacle(database.db, batch.undoable, reader)).toMatchObject({
      text: expect.stringMatching(/^This batch came with the demonstration data/),
    })
  })

  test('Contain stock at each base and headquarters, orders, parts of devices, and a consistent ledger', async () => {
    expect(await count(sql`select from material`)).toBe(7)
    expect(await count(sql`select distinct company_id from company_material where machine_id is null`)).toBe(3)
    expect(
      await count(
        sql`select from company_material part join device on device.id = part.machine_id where device.company_id <> part.company_id`,
      ),
    ).toBe(0)
    expect(await count(sql`select from company_material where machine_id is not null`)).toBe(320)
    expect(await count(sql`select from company_material_order`)).toBe(12)
    const sums = sql`select company_id, material_id, sum(stock_change) as stock, sum(fitted_change) as fitted from stock_movement group by 1, 2`
    expect(
      await count(sql`select from (${sums}) ledger join company_material shelf using (company_id, material_id)
        where machine_id is null and stock = number and ledger.fitted = shelf.fitted and number > 0`),
    ).toBe(21)
    const last = sql`select distinct on (company_id, material_id) company_id, material_id, stock_after from stock_movement order by 1, 2, id desc`
    expect(
      await count(
        sql`select from (${last}) newest join company_material using (company_id, material_id) where machine_id is null and stock_after <> number`,
      ),
    ).toBe(0)
  })

  test('Contain stations and staff at each base, and amounts of headquarters and of a base', async () => {
    expect(await count(sql`select from station`)).toBe(8)
    expect(
      await count(
        sql`select from app_user u join station s on s.id = u.group_id where s.company_id = u.home_company_id`,
      ),
    ).toBe(4)
    expect(
      await count(
        sql`select from device_check c join app_user u on u.id = c.user_id join device d on d.id = c.device_id where d.company_id = u.home_company_id`,
      ),
    ).toBe(68)
    expect(await count(sql`select distinct company_id from measure`)).toBe(2)
  })

  test('Show the same states live, in counters, dailies, roll-ups, events and batches', async () => {
    expect(await findContradictions(database.pool)).toEqual([])
  })

  test("List in each batch exactly its conflicts, and each site's coverage", async () => {
    const batches = sql`select b.conflict, jsonb_array_length(b.result->'errors') as listed, (b.result->>'errorCount')::int as said,
        (select count(*)::int from feed_conflict c join device d on d.id = c.device_id where c.batch_id = b.id and b.result->'errors' @> jsonb_build_array(jsonb_build_object('serial', d.serial))) as queued,
        (select coalesce(sum((site->>'reported')::int), 0) from jsonb_array_elements(b.result->'coverage') site) as told,
        (select coalesce(sum(reported), 0) from import_coverage where batch_id = b.id) as covered
      from import_batch b`
    expect(await count(sql`select from (${batches}) x where conflict > 0`)).toBeGreaterThan(0)
    expect(
      await count(sql`select from (${batches}) x where conflict <> listed or listed <> said or said <> queued`),
    ).toBe(0)
    expect(await count(sql`select from (${batches}) x where covered > 0`)).toBeGreaterThan(0)
    expect(await count(sql`select from (${batches}) x where told <> covered`)).toBe(0)
  })

  test('Show at the end of each day the state of its last event, and nothing of the future', async () => {
    expect(await count(sql`select from device_event where at > ${now.toISOString()}::timestamptz`)).toBe(0)
    const atTheEndOfTheDay = sql`select distinct on (device_id, (at at time zone 'Asia/Shanghai')::date) device_id, (at at time zone 'Asia/Shanghai')::date as day, to_state
      from device_event order by device_id, (at at time zone 'Asia/Shanghai')::date, id desc`
    expect(
      await count(sql`select from (${atTheEndOfTheDay}) event join device_daily daily on daily.device_id = event.device_id and daily.business_date = event.day
      where daily.state <> event.to_state`),
    ).toBe(0)
  })

  test('Count each repair once in records, events, repair times and open records', async () => {
    expect(
      await count(sql`select from device where repair_times <>
      (select count(*) from repair_daily where device_id = device.id and type = '送修')`),
    ).toBe(0)
    expect(
      await count(sql`select from device where (state = 'repairing') <>
      exists (select from repair_daily where device_id = device.id and type = '送修' and not closed)`),
    ).toBe(0)
    expect(
      await count(
        sql`select from repair_daily where not exists (select from device_event where repair_id = repair_daily.id)`,
      ),
    ).toBe(0)
    expect(await count(sql`select from repair_daily where type = '送回' and opened_by_id is null`)).toBe(0)
  })

  test('Contain a power cut, a site without a feed, and machines that never reported', async () => {
    expect(await count(sql`select from daily_scope where kind = 'site' and offline > 0.4 * total`)).toBeGreaterThan(5)
    expect(
      await count(sql`select from import_coverage where status = 'missing' and business_date > ${today}::date - 120`),
    ).toBeGreaterThan(0)
    expect(await count(sql`select from device where last_report_at is null and state = 'offline'`)).toBe(10)
  })

  test('Create eight users, each in the right company, and add nobody twice', async () => {
    const users = await sql<{ user_name: string; company: string; nick_name: string | null; entered: number }>`
      select user_name, company.name as company, nick_name, (select count(*)::int from membership where user_id = app_user.id) as entered
      from app_user join company on company.id = app_user.company_id order by app_user.id`.execute(database.db)
    expect(users.rows).toEqual([
      { user_name: 'admin', company: '总部', nick_name: '管理层', entered: 9 },
      { user_name: 'base', company: '华东基地', nick_name: '基地负责人', entered: 4 },
      { user_name: 'inspector', company: '华东基地', nick_name: '检验员', entered: 1 },
      { user_name: 'registrar', company: '华东基地', nick_name: '登记人员', entered: 1 },
      { user_name: 'visitor', company: '华东基地', nick_name: null, entered: 1 },
      { user_name: 'base2', company: '西北基地', nick_name: '基地负责人', entered: 4 },
      { user_name: 'client', company: '华东基地', nick_name: '客户', entered: 1 },
      { user_name: 'account', company: '华东基地', nick_name: '子账号', entered: 1 },
    ])
    await seedDemoUsers(database.db, passwords, now)
    expect(await count(sql`select from app_user`)).toBe(demoUsers.length)
  })

  test('Contain an exported project with a result, one without, and a draft', async () => {
    const { rows } = await sql<{
      name: string
      project_no: string
      owner: string
      export_status: number
      status: string | null
      model: string | null
    }>`
      select project.name, project_no, user_name as owner, export_status, selection->>'status' as status, selection->>'model' as model
      from project join app_user on app_user.id = user_id order by project.id`.execute(database.db)
    expect(rows).toEqual([
      {
        name: '广州南沙冻羊肉库',
        project_no: 'XM202611110001',
        owner: 'admin',
        export_status: 1,
        status: 'ok',
        model: 'S-2000',
      },
      {
        name: '三亚渔港冻鱼库',
        project_no: 'XM202611160001',
        owner: 'admin',
        export_status: 1,
        status: 'noFit',
        model: null,
      },
      {
        name: '哈尔滨冷鲜猪肉库',
        project_no: 'XM202611190001',
        owner: 'admin',
        export_status: 0,
        status: null,
        model: null,
      },
    ])
    expect(printed).toEqual([
      { id: 1, ownerId: 1 },
      { id: 2, ownerId: 1 },
    ])
    expect(
      await count(
        sql`select from project where climate is null or climate->>'name' <> city or temp_winter_avg is null`,
      ),
    ).toBe(0)
  })

  test('Load it once: a second start changes nothing', async () => {
    expect(await loadDemo({ ...options, db: database.db })).toBe(false)
  })
})

describe('loading the demonstration', () => {
  const database = useDatabase()

  test('Leave the database empty after a failure in the middle', async () => {
    const breaking = { ...passwords, hash: async () => Promise.reject(new Error('killed')) }
    await expect(loadDemo({ ...options, db: database.db, services: { passwords: breaking } })).rejects.toThrow('killed')
    expect(await isEmpty(database.db)).toBe(true)
  })

  test('Leave a used database unchanged', async () => {
    await sql`insert into company (kind, name, tenant_id) values ('headquarters', '我们', 1)`.execute(database.db)
    expect(await loadDemo({ ...options, db: database.db })).toBe(false)
  })
})

test('Create the same fleet from the same seed, and another one from another seed', () => {
  const calendar = {
    first: -40,
    firstClosed: -20,
    today: 0,
    at: (day: number, seconds: number) => new Date((day * 86_400 + seconds) * 1_000),
  }
  const events = (seed: number) => simulate(createRandom(seed), calendar).events
  expect(events(7)).toEqual(events(7))
  expect(events(7)).not.toEqual(events(8))
})
