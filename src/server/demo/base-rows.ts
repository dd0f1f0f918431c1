import type { Insertable, Transaction } from 'kysely'
import type { BaseTables } from '#server/db/base-tables.ts'
import type { Database } from '#server/db/tables.ts'

/** A client is given by its position among those of its base, 1 = the first. */
type Row<Table extends keyof BaseTables> = Omit<Insertable<BaseTables[Table]>, 'company_id' | 'deleted_at'>
/** Each list of the demonstration needs a row; amounts are written with the check methods (`write-stations.ts`). */
type Rows = { [Table in Exclude<keyof BaseTables, 'measure'>]: readonly [Row<Table>, ...Row<Table>[]] }

/** Records of every base of the demonstration, by table. */
const rows = {
  // In the order in which a tanker passes them.
  station: [{ name: '外观检查岗' }, { name: '壁厚检测岗' }, { name: '水压试验岗' }, { name: '气密试验岗' }],
} satisfies Rows

/** Insert these records, base by base. A row whose client does not exist in a base is skipped there. */
export async function writeBaseRows(trx: Transaction<Database>, baseIds: readonly number[]): Promise<void> {
  const clients = await trx.selectFrom('client').select(['id', 'company_id']).orderBy('id').execute()
  for (const [table, records] of Object.entries(rows) as [keyof BaseTables, readonly Record<string, unknown>[]][]) {
    const values = baseIds.flatMap((company_id) => {
      const ofBase = clients.filter((client) => client.company_id === company_id)
      return records.flatMap((record) => {
        if (typeof record.client_id !== 'number') return [{ ...record, company_id }]
        const client = ofBase[record.client_id - 1]
        return client ? [{ ...record, company_id, client_id: client.id }] : []
      })
    })
    await trx
      .insertInto(table)
      .values(values as never)
      .execute()
  }
}
