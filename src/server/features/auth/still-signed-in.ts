import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { hashOfToken } from '#server/session.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'

/** Of a session that another one follows, for the same person. */
const followed = 'companyChanged'

/**
 * The last question of a transaction that changes many machines and takes seconds: does the session still live that asked for it? When it
 * was ended meanwhile (signed out, its person disabled, its token revoked), nothing of the work happens; an end that comes later waits for
 * the commit. Calls of this process itself have no token.
 * @throws AppError SESSION_ENDED, and the transaction takes back what it wrote
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
