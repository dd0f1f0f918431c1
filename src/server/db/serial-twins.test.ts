import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { up } from '#migrations/0023-serial-letter-case.ts'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice, buildUser } from '#tests/support/factories.ts'
import { feedTown, lineOf } from '#tests/support/feeds.ts'
import { findSerialTwins, withSerials } from './serial-twins.ts'

const database = useDatabase()
const serials = async () =>
  (await database.db.selectFrom('device').select('serial').orderBy('id').execute()).map(({ serial }) => serial)
const reported = new Date('2026-11-20T03:00:00Z')

describe('treat a serial in other letter case as the same machine', () => {
  test('in a feed: update the machine, keep the printed spelling, and report two such lines of one file', async () => {
    const town = await feedTown(database)
    const known = await buildDevice(database.db, {
      serial: 'T30-001',
      company_id: town.tenant.id,
      site_id: town.site.id,
      hash_rate: 1,
    })
    await buildDevice(database.db, { serial: 'foreign' })
    const devices = ['t30-001', 'neu-ä1', 'Neu-ä1', 'neu-Ä1', 'FOREIGN', 'T30-001'].map((serial) =>
      lineOf(serial, { type: 'T30', site: town.site.name }),
    )
    const result = await town.apply({ devices })
    expect(result).toMatchObject({ read: 6, created: 2, updated: 1, refused: 3 })
    expect(result.errors.map(({ line, reason, text }) => `${line} ${reason} ${text}`)).toEqual([
      '3 serialOtherCase 序列号重复：与 neu-ä1 只有大小写不同',
      '5 serialElsewhere 该序列号已在您的管理范围之外登记，不能在此登记：请核对序列号；确属您的设备，请总部调拨',
      '6 serialOtherCase 序列号重复：与 t30-001 只有大小写不同',
    ])
    // Letters outside of A to Z stay distinct: database engines fold their case differently.
    expect(await serials()).toEqual(['T30-001', 'foreign', 'neu-ä1', 'neu-Ä1'])
    expect(
      await database.db
        .selectFrom('device')
        .select(['state', 'hash_rate'])
        .where('id', '=', known.id)
        .executeTakeFirst(),
    ).toEqual({
      state: 'normal',
      hash_rate: 30,
    })
  })

  test('in a damaged line: the machine still counts as present', async () => {
    const town = await feedTown(database)
    for (const serial of ['T30-001', 'T30-002'])
      await buildDevice(database.db, {
        serial,
        company_id: town.tenant.id,
        site_id: town.site.id,
        state: 'normal',
        last_report_at: reported,
      })
    await town.apply({ devices: [lineOf('t30-001'), lineOf('t30-002', { hashRate: -1 })] })
    expect(await database.db.selectFrom('device').select('state').where('state', '=', 'offline').execute()).toEqual([])
  })

  test('in pasted serials, in any letter case', async () => {
    const tenant = await buildCompany(database.db)
    for (const serial of ['T30-001', 't30-002'])
      await buildDevice(database.db, { serial, company_id: tenant.id, site_id: tenant.id, state: 'normal' })
    const user = await buildUser(database.db, { company_id: tenant.id, nick_name: '基地负责人' })
    const caller = buildCaller(database.db, { viewer: await viewerOf(database.db, user) })
    const { lines } = await caller.repairs.save({
      type: '出库',
      serials: 't30-001 T30-002 t30-002',
      notes: '风扇',
      dryRun: true,
    })
    expect(lines.map(({ serial, answer }) => `${serial} ${answer}`)).toEqual([
      'T30-001 ready',
      't30-002 ready',
      't30-002 duplicate',
    ])
  })

  test('in the database itself, which finds it by its index', async () => {
    await buildDevice(database.db, { serial: 'T30-001' })
    await expect(buildDevice(database.db, { serial: 't30-001' })).rejects.toThrow('device_serial_once')
    expect(await findSerialTwins(database.db)).toEqual([])
    await sql`insert into device(serial, company_id, type, state) select 'N' || number, (select max(id) from company), 'T30', 'normal'
      from generate_series(1, 3000) number`.execute(database.db)
    await sql`analyze device`.execute(database.db)
    const { rows } = await sql<
      Record<string, string>
    >`explain select id from device where ${withSerials(['t30-001'])}`.execute(database.db)
    expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('device_serial_once')
  })
})

describe('a database that already holds both spellings', () => {
  afterEach(async () => {
    await sql`delete from device_event`.execute(database.db)
    await sql`delete from device_daily`.execute(database.db)
    await sql`delete from device`.execute(database.db)
    await sql.raw('drop index device_serial_once; drop index device_serial_twins').execute(database.db)
    await up(database.db as never)
  })

  test('keeps them, names them until one of them is scrapped, and refuses a third', async () => {
    const { db } = database
    await sql
      .raw('drop index device_serial_once; alter table device add constraint device_serial_key unique (serial)')
      .execute(db)
    const town = await feedTown(database)
    const place = { company_id: town.tenant.id, site_id: town.site.id }
    const older = await buildDevice(db, { serial: 't30-001', state: 'offline', ...place })
    const newer = await buildDevice(db, { serial: 'T30-001', state: 'offline', ...place })
    await buildDevice(db, { serial: 'T30-002', ...place })
    await up(db as never)
    expect(await findSerialTwins(db)).toEqual(['t30-001 = T30-001'])
    await expect(buildDevice(db, { serial: 't30-002' })).rejects.toThrow('device_serial_once')
    expect(await town.apply({ devices: [lineOf('T30-001')] })).toMatchObject({ created: 0, updated: 1 })
    const states = async () =>
      (
        await db
          .selectFrom('device')
          .select(['id', 'state'])
          .where('id', 'in', [older.id, newer.id])
          .orderBy('id')
          .execute()
      ).map(({ state }) => state)
    expect(await states()).toEqual(['normal', 'offline'])
    await db.updateTable('device').set({ state: 'scrap' }).where('id', '=', older.id).execute()
    expect(await findSerialTwins(db)).toEqual([])
    expect(await town.apply({ devices: [lineOf('t30-001', { hashRate: 29 })] })).toMatchObject({
      created: 0,
      updated: 1,
    })
    expect(await states()).toEqual(['scrap', 'normal'])
  })
})
