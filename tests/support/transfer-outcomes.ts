import { sql } from 'kysely'
import { describeError } from '#server/errors.ts'
import type { useDatabase } from './database.ts'

/** Provide readers of the results of transfers: the days of a client, and why one was refused. */
export function useTransferOutcomes(database: ReturnType<typeof useDatabase>) {
  /** Return the machine-days of a client by day. */
  async function daysOf(clientId: number): Promise<Record<string, number>> {
    const { rows } = await sql<{
      day: string
      total: number
    }>`select business_date::text as day, sum(total)::int as total from daily_scope
    where kind = 'client' and scope_id = ${clientId} group by 1 order by 1`.execute(database.db)
    return Object.fromEntries(rows.map(({ day, total }) => [day, total]))
  }

  /** Return the message of a refused call, in English; '' = it was not refused. */
  const refusalOf = async (call: Promise<unknown>): Promise<{ message: string; code: string }> =>
    call.then(
      () => ({ message: '', code: '' }),
      (error: unknown) => {
        const { message, appCode } = describeError(error, 'en')
        return { message, code: appCode }
      },
    )
  return { daysOf, refusalOf }
}
