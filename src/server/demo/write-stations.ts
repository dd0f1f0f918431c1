import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** Stations of users: the index of the station at the user's base (`base-rows.ts`). */
const placed: readonly { userName: string; station: number }[] = [
  { userName: 'inspector', station: 2 },
  { userName: 'registrar', station: 0 },
  { userName: 'base', station: 3 },
  { userName: 'base2', station: 2 },
]
/** Number of devices of the base that a user reviews: every seventeenth working one, from the end. */
const reviewed: readonly { userName: string; devices: number }[] = [
  { userName: 'inspector', devices: 36 },
  { userName: 'base', devices: 12 },
  { userName: 'base2', devices: 20 },
]
const reviewStep = 17

/**
 * Amounts in yuan; `base` null = headquarters, whose amount applies where a base has none, otherwise the index of the
 * base.
 */
const amounts: readonly { base: number | null; method: string; description: string; yuan: string }[] = [
  { base: null, method: '罐体外观与壁厚测定', description: '常压车：目视检查，超声波测厚十二点', yuan: '180.00' },
  { base: null, method: '水压与气密性试验', description: '承压车：1.3 倍设计压力', yuan: '420.00' },
  { base: null, method: '安全附件校验', description: '安全阀、压力表与紧急切断装置', yuan: '120.00' },
  { base: 0, method: '水压与气密性试验', description: '华东基地自有试验台', yuan: '398.50' },
]

/** Insert the staff of the stations, the devices that they review, and the amount of each check method. */
export async function writeStations(
  trx: Transaction<Database>,
  keys: { users: ReadonlyMap<string, number>; baseIds: readonly number[] },
): Promise<void> {
  const { users, baseIds } = keys
  const stored = await trx.selectFrom('station').select(['id', 'company_id']).orderBy('id').execute()
  for (const { userName, station } of placed) {
    const id = users.get(userName)
    const home =
      id === undefined
        ? undefined
        : await trx.selectFrom('app_user').select('home_company_id').where('id', '=', id).executeTakeFirst()
    const found = stored.filter(({ company_id }) => company_id === home?.home_company_id)[station]
    if (id !== undefined && found)
      await trx.updateTable('app_user').set({ group_id: found.id }).where('id', '=', id).execute()
  }
  for (const { userName, devices } of reviewed) {
    await sql`insert into device_check (device_id, user_id)
      select device.id, u.id from app_user u join device on device.company_id = u.home_company_id
      where u.user_name = ${userName} and device.state = 'normal' and device.id % ${reviewStep} = 0 order by device.id desc limit ${devices}`.execute(
      trx,
    )
  }
  const headquarters = await trx
    .selectFrom('company')
    .select('id')
    .where('kind', '=', 'headquarters')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const values = amounts.map(({ base, method, description, yuan }) => ({
    company_id: base === null ? headquarters.id : (baseIds[base] ?? headquarters.id),
    check_method: method,
    description,
    cash_amount: yuan,
  }))
  await trx.insertInto('measure').values(values).execute()
}
