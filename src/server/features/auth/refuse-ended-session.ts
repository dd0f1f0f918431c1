import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { hashOfToken } from '#server/session.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'

/** The reason of a session that the same user replaced by the next one. */
const followed = 'companyChanged'

/**
 * Check, as the last step of a transaction that changes many machines and takes seconds, that the session of the
 * request has not ended. If it has (signed out, user disabled, token revoked), the transaction fails. The lock makes a
 * later end of the session wait for the commit. Internal calls have no token and pass.
 * @throws AppError SESSION_ENDED, which rolls the transaction back
 */
export async function refuseEndedSession(
  trx: Transaction<Database>,
  { request }: Pick<SignedInContext, 'request'>,
): Promise<void> {
  const { token } = request
  if (token === null) return
  const { rows } = await sql<{
    ended: boolean
  }>`select ended_at is not null and ended_reason is distinct from ${followed} as ended from session where token_hash = ${hashOfToken(token)} for share`.execute(
    trx,
  )
  if (rows[0]?.ended) throw new AppError('SESSION_ENDED')
}
