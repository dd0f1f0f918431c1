import { expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { refusal } from '#tests/support/refusal.ts'
import { useReportOffice } from '#tests/support/report-office.ts'

const database = useDatabase()
const { twoBases, tanker, callerAs } = useReportOffice(database)

test('Move a report from waiting to in progress to finished, and let only managers reopen it', async () => {
  const { inspector, base } = await twoBases()
  const { id } = await inspector.reports.save(tanker)
  for (const status of [0, 2] as const)
    await expect(inspector.reports.setStatus({ id, status })).rejects.toEqual(refusal('REPORT_TRANSITION'))
  await expect(inspector.reports.setStatus({ id, status: 2 })).rejects.toMatchObject({
    message: '检验报告当前为“待检”，不能改为“已完成”',
  })
  expect(await inspector.reports.setStatus({ id, status: '1' })).toMatchObject({ status: 1, finishedTimeStr: null })
  expect((await inspector.reports.find({ status: 1 })).data).toMatchObject([{ id, status: 1 }])
  await expect(inspector.reports.setStatus({ id, status: 2, rowVersion: 1 })).rejects.toEqual(
    refusal('EDITED_BY_OTHERS'),
  )
  expect(await inspector.reports.setStatus({ id, status: 2 })).toMatchObject({
    status: 2,
    finishedTimeStr: '2026-11-20 12:00:00',
  })
  for (const status of [0, 1, 2, 3] as const)
    await expect(base.reports.setStatus({ id, status })).rejects.toEqual(refusal('REPORT_TRANSITION'))
  for (const call of [
    () => base.reports.cancel({ id }),
    () => base.reports.save({ id, result: '不合格' }),
    () => base.reports.upStation({ id }),
    () => base.reports.saveFabric({ id, fabric: {} }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'CONFLICT' })
  for (const status of [4, -1, 1.5, '', null, [1]])
    await expect(base.reports.setStatus({ id, status: status as number })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  const manager = await callerAs()
  await expect(manager.reports.setStatus({ id, status: 0 })).rejects.toEqual(refusal('REPORT_TRANSITION'))
  expect(await manager.reports.setStatus({ id, status: 1 })).toMatchObject({ status: 1, finishedTimeStr: null })
  expect(await base.reports.cancel({ id })).toMatchObject({ status: 3 })
  expect(await manager.reports.setStatus({ id, status: 0 })).toMatchObject({ status: 0 })
  const log = await database.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('target_kind', '=', 'report')
    .where('result', '=', 'ok')
    .orderBy('id')
    .execute()
  expect(log.slice(-5).map(({ action, details }) => [action, details?.from, details?.to])).toEqual([
    ['reports.setStatus', 0, 1],
    ['reports.setStatus', 1, 2],
    ['reports.setStatus', 2, 1],
    ['reports.cancel', 1, 3],
    ['reports.setStatus', 3, 0],
  ])
})

test('Move a report from station to station of its base, with a drawing and the examined person', async () => {
  const { inspector, east, west, other } = await twoBases()
  const { id } = await inspector.reports.save(tanker)
  await expect(inspector.reports.upStation({ id })).rejects.toEqual(refusal('NO_NEXT_STATION'))
  const station = (company_id: number, name: string) =>
    database.db
      .insertInto('station')
      .values({ company_id, name, deleted_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
  const first = await station(east.id, '外观检查')
  const theirs = await station(west.id, '别处')
  const second = await station(east.id, '壁厚测定')
  expect(await inspector.reports.upStation({ id })).toMatchObject({ stationId: first.id, station: '外观检查' })
  expect(await inspector.reports.upStation({ id })).toMatchObject({ stationId: second.id, station: '壁厚测定' })
  await expect(inspector.reports.upStation({ id })).rejects.toEqual(refusal('NO_NEXT_STATION'))
  await expect(inspector.reports.save({ id, stationId: theirs.id })).rejects.toEqual(refusal('NOT_FOUND'))
  expect((await inspector.reports.getDetail({ id })).stations).toEqual([
    { id: first.id, name: '外观检查' },
    { id: second.id, name: '壁厚测定' },
  ])
  expect(await inspector.reports.loadFabric({ id })).toMatchObject({ id, fabric: null })
  const fabric = {
    version: '5.3.0',
    objects: [{ type: 'line', x1: 1, y1: 2.5, x2: 3, y2: 4, stroke: '#000' }],
    说明: '裂纹\u0000',
  }
  expect(await inspector.reports.saveFabric({ id, fabric: JSON.stringify({ fabric }) })).toMatchObject({ fabric })
  expect(await inspector.reports.loadFabric({ id })).toMatchObject({ id, fabric, fabricVersion: 1 })
  // The second of two people who began with the same drawing is told; another change of the report does not matter.
  await expect(inspector.reports.saveFabric({ id, fabric: {}, fabricVersion: 0 })).rejects.toEqual(
    refusal('EDITED_BY_OTHERS'),
  )
  await inspector.reports.save({ id, result: '合格' })
  expect(await inspector.reports.saveFabric({ id, fabric, fabricVersion: 1 })).toMatchObject({ fabricVersion: 2 })
  const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`) as object
  for (const wrong of [deep, [], 'x', null, 7, { objects: 1 }, { text: 'x'.repeat(300_000) }])
    await expect(inspector.reports.saveFabric({ id, fabric: wrong })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const town = await database.db.insertInto('town').values({ name: '江宁' }).returning('id').executeTakeFirstOrThrow()
  const testee = (company_id: number) =>
    database.db
      .insertInto('testee')
      .values({ company_id, site_id: null, name: '赵一', sex: null, phone: null, birthday: null, town_id: town.id })
      .returning('id')
      .executeTakeFirstOrThrow()
  const [own, foreign] = [await testee(east.id), await testee(west.id)]
  await expect(inspector.reports.save({ testeeId: foreign.id })).rejects.toEqual(refusal('NOT_FOUND'))
  await inspector.reports.save({ testeeId: own.id, examinationName: '体检一' })
  const newest = await inspector.reports.save({ testeeId: own.id, examinationName: '体检二' })
  expect(await inspector.reports.get({ testeeId: own.id })).toEqual(newest)
  expect(newest).toMatchObject({ testeeId: own.id, name: '赵一', townName: '江宁', examinationName: '体检二' })
  await expect(other.inspector.reports.get({ testeeId: own.id })).rejects.toEqual(refusal('NOT_FOUND'))
})
