/** The SQLSTATE with which PostgreSQL refused something, or null for an error that is not PostgreSQL's. */
export function sqlStateOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return null
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null
}

const lostConnection =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_|\.s\.PGSQL\.|Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed/

/** States of a server that is stopping, starting, or takes no more connections, and what a pooler says whose server is gone. */
const isServerAway = (state: string): boolean => state.startsWith('08') || state.startsWith('57P') || state === '53300'

/** True when the connection, or the server behind it, is gone: nothing is wrong with what was asked. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const state = sqlStateOf(error)
  if (state !== null) return isServerAway(state)
  return lostConnection.test(`${'code' in error ? String(error.code) : ''} ${error.message}`)
}

/** The database takes no writes: a standby after a fail-over, or default_transaction_read_only. */
export const readOnlyState = '25006'
/** The disk of the database is full. */
export const diskFullState = '53100'
/** A day of an archived month was about to be written; its detail is the month. Source: migration 0060 */
export const archivedMonthState = 'CF060'
