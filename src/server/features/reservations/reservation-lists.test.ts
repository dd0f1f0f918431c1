import { expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { buildSite } from '#tests/support/factories.ts'
import { refusal } from '#tests/support/refusal.ts'
import { useReservationOffice } from '#tests/support/reservation-office.ts'

const database = useDatabase()
const { twoBases, slot, callerAs, day } = useReservationOffice(database)

test('Find reservations by day, state and name; show and audit whole phones for user administrators', async () => {
  const { east, base, registrar } = await twoBases()
  const plan = await base.plans.save({ ...slot, totalCount: 5 })
  const one = await registrar.reservations.save({ planId: plan.id, tankerNumber: '苏A-100%', phone: '13812345678' })
  const two = await registrar.reservations.save({ planId: plan.id, tankerNumber: '苏B-200', checkedOrg: '江北化工' })
  await registrar.reservations.cancel({ id: two.id })
  const numbers = async (request: Parameters<typeof registrar.reservations.find>[0]) =>
    (await registrar.reservations.find(request)).data.map(({ id }) => id)
  expect(await numbers({})).toEqual([one.id, two.id])
  expect(await numbers({ name: '0%' })).toEqual([one.id])
  expect(await numbers({ name: '江北' })).toEqual([two.id])
  expect(await numbers({ state: 'waiting', reserveTime: slot.reserveTime })).toEqual([one.id])
  expect(await numbers({ state: 'cancelled' })).toEqual([two.id])
  expect(await numbers({ reserveTimeQuery: ['2026-11-24', '2026-11-24'] })).toEqual([])
  expect(await numbers({ planId: plan.id, tankerType: '承压车' })).toEqual([])
  const report = await registrar.reports.saveFirst({ reservationId: one.id })
  expect((await registrar.reservations.find({ state: 'arrived' })).data).toMatchObject([
    { id: one.id, reportId: report.id, reportNumber: report.reportNumber },
  ])
  await expect(registrar.reservations.cancel({ id: one.id })).rejects.toEqual(refusal('RESERVATION_CLOSED'))
  const reads = () =>
    database.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('result', '=', 'read')
      .orderBy('id')
      .execute()
  expect(await reads()).toEqual([])
  expect((await base.reservations.find({ name: '苏A' })).data[0]?.phone).toBe('13812345678')
  expect(await reads()).toEqual([{ action: 'reservations.find', details: { rows: 1 } }])
  // A user at a site sees the site's reservations; the base sees both.
  const site = await buildSite(database.db, { tenant: east })
  const atSite = await callerAs({ nick_name: '基地负责人', company_id: site.id })
  const own = await atSite.plans.save(slot)
  expect((await atSite.plans.find({})).data).toEqual([own])
  expect((await base.plans.find({ companyId: site.id })).data).toEqual([own])
  expect((await base.plans.find({})).totalCount).toBe(2)
  expect(day(own.createTimeStr)).toBe('2026-11-20')
})
