import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { buildSite } from '#tests/support/factories.ts'
import { dailyList, scheduleHouse } from '#tests/support/schedules.ts'

const database = useDatabase()
const db = () => database.db

test('Continue an interrupted run where it stopped, without making again what it has handed over', async () => {
  const house = scheduleHouse(db)
  const { tenant_id: companyId } = await buildSite(db(), { name: '一号站' })
  const manager = await house.person({
    ...{ nick_name: '基地负责人', company_id: companyId, home_company_id: companyId },
  })
  const [chinese, english] = [
    await house.channel({ company_id: companyId }),
    await house.channel({ company_id: companyId, language: 'en' }),
  ]
  const { id } = await manager.caller().schedules.save(dailyList({ channelIds: [chinese, english] }))
  expect(await house.pass('2026-11-20T05:00:00Z')).toHaveLength(2)
  const files = () => db().selectFrom('schedule_file').select(['id', 'file_name']).orderBy('id').execute()
  const before = await files()
  // The process died before it had made the second file.
  const { file_id } = await db()
    .deleteFrom('delivery')
    .where('channel_id', '=', english)
    .returning('file_id')
    .executeTakeFirstOrThrow()
  await db().deleteFrom('schedule_file').where('id', '=', file_id).execute()
  await sql`update schedule_run set state = 'running', ended_at = null`.execute(db())
  expect((await house.pass()).map(({ message }) => message.title)).toEqual([expect.stringContaining('(2026-11-20)')])
  expect((await files()).map(({ file_name }) => file_name)).toEqual(before.map(({ file_name }) => file_name))
  expect(await db().selectFrom('schedule_run').select(['schedule_id', 'state']).execute()).toEqual([
    { schedule_id: id, state: 'done' },
  ])
})
