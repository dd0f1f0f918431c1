import { expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { createLookUpLimit } from '#server/services/rate-limits.ts'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildUser } from '#tests/support/factories.ts'

const database = useDatabase()

test('Let anyone look up a finished report by number and code, with few facts, ten times a minute', async () => {
  const base = await buildCompany(database.db)
  const user = await buildUser(database.db, { nick_name: '检验员', company_id: base.id })
  const { reports } = buildCaller(database.db, {
    services: { audit: createAudit() },
    viewer: await viewerOf(database.db, user),
  })
  const tanker = {
    tankerNumber: '苏A-6688',
    tankerType: '承压车' as const,
    checkMethod: '气密性试验',
    result: '合格' as const,
  }
  const { id, reportNumber, checkCode } = await reports.save({
    ...tanker,
    checkedOrg: '江北化工',
    contactName: '王师傅',
    phone: '13812345678',
  })
  let now = new Date('2026-11-20T04:00:00Z')
  const services = { lookUpLimit: createLookUpLimit(database.db) }
  const from = (address: string) => ({
    ask: buildCaller(database.db, { now, request: { address }, services }).reports.lookUp,
  })
  await reports.setStatus({ id, status: 1 })
  await expect(from('9.9.9.1').ask({ reportNumber, checkCode })).rejects.toMatchObject({
    message: '未查到已完成的检验报告，请核对报告编号和校验码',
  })
  await reports.setStatus({ id, status: 2 })
  expect(
    await from('9.9.9.1').ask({ reportNumber: ` ${reportNumber.toLowerCase()} `, checkCode: checkCode.toLowerCase() }),
  ).toEqual({
    reportNumber,
    ...tanker,
    orgName: base.name,
    finishedTimeStr: '2026-11-20 12:00:00',
  })
  const wrong = checkCode === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA'
  const refusals = await Promise.allSettled([
    from('9.9.9.1').ask({ reportNumber, checkCode: wrong }),
    from('9.9.9.1').ask({ reportNumber: 'JC0', checkCode }),
  ])
  expect(
    new Set(refusals.map((one) => one.status === 'rejected' && `${one.reason.code} ${one.reason.message}`)).size,
  ).toBe(1)
  for (let asked = 4; asked < 10; asked++) await from('9.9.9.1').ask({ reportNumber, checkCode })
  await expect(from('9.9.9.1').ask({ reportNumber, checkCode })).rejects.toMatchObject({
    cause: { code: 'TOO_MANY', details: { retryAfterSeconds: 60 } },
  })
  expect(await from('9.9.9.2').ask({ reportNumber, checkCode })).toMatchObject({ reportNumber })
  now = new Date(now.getTime() + 60_001)
  expect(await from('9.9.9.1').ask({ reportNumber, checkCode })).toMatchObject({ reportNumber })
})
