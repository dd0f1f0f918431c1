/** Return the SQLSTATE of a PostgreSQL error, or null for any other error. */
export function sqlStateOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return null
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null
}

const lostConnection =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_|\.s\.PGSQL\.|Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed/

/** SQLSTATEs of a server that stops, starts or accepts no more connections, and of a pooler that lost its server. */
const isServerAway = (state: string): boolean => state.startsWith('08') || state.startsWith('57P') || state === '53300'

/** Is the connection, or the server behind it, gone? Then the statement itself is not at fault. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const state = sqlStateOf(error)
  if (state !== null) return isServerAway(state)
  return lostConnection.test(`${'code' in error ? String(error.code) : ''} ${error.message}`)
}

/** The database accepts no writes: a standby after a fail-over, or default_transaction_read_only. */
export const readOnlyState = '25006'
/** The disk of the database is full. */
export const diskFullState = '53100'
/** A statement names a table that does not exist. */
export const missingTableState = '42P01'
/** A write to a day of an archived month; the error detail is the month. Source: migration 0060 */
export const archivedMonthState = 'CF060'
