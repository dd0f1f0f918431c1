import { isConnectionLost, sqlStateOf } from './failures.ts'

/** Why the database cannot be used, and the way back, in one sentence for the operator. */
export class UnusableDatabaseError extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause })
    this.name = 'UnusableDatabaseError'
  }
}

type Setting = 'DATABASE_URL' | 'DATABASE_READ_URL'

/** The database of an address, as people name it, without its password. */
function placeOf(url: string): { host: string; user: string; database: string } {
  const { hostname, port, username, pathname } = new URL(url)
  return { host: `${hostname}:${port || '5432'}`, user: decodeURIComponent(username), database: decodeURIComponent(pathname.slice(1)) }
}

const tls = /^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CERT_|ERR_TLS|EPROTO)/
const noTls = /does not support SSL/
const noSaslPassword = /password must be a (non-empty )?string/

/** What PostgreSQL refuses, and what to do about it. */
function refusalOf(state: string, said: string, { user, database }: ReturnType<typeof placeOf>): string | null {
  if (state === '28P01') return `the password of ${user || 'the user'} is wrong: put the right one into the address`
  if (state === '28000') return `it lets ${user || 'this user'} not in (${said}): create the user, or add a line for it to pg_hba.conf`
  if (state === '3D000') return `there is no database ${database}: create it with createdb ${database}, or name another`
  if (state === '42501') return `${user || 'the user'} lacks a right (${said}): make it the owner of the database`
  if (state === '53300') return 'it has no connection left: raise max_connections, or put a pooler in front'
  if (state === '53100') return 'its disk is full: make room and start again'
  if (state === '25006') return 'it takes no writes, and the schema has to be brought up to date: name the primary, or end default_transaction_read_only'
  // Which extension, is in what PostgreSQL says.
  if (state === '0A000' || state === '58P01' || state === '42704') {
    return /extension/.test(said) ? `an extension is missing (${said}): install PostgreSQL's contrib package on its machine` : null
  }
  return null
}

/**
 * An error of the start as one sentence that names the setting, or the error itself when it is a defect.
 * Whatever it was is kept as its cause.
 */
export function unusable(error: unknown, setting: Setting, url: string): unknown {
  if (!(error instanceof Error) || error instanceof UnusableDatabaseError) return error
  const place = placeOf(url)
  const sentence = (problem: string) => new UnusableDatabaseError(`${setting}: the database at ${place.host} cannot be used: ${problem}`, error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const refused = refusalOf(sqlStateOf(error) ?? '', error.message, place)
  if (refused) return sentence(refused)
  if (noSaslPassword.test(error.message)) return sentence(`it asks ${place.user || 'the user'} for a password: put it into the address`)
  if (noTls.test(error.message)) return sentence('it speaks no TLS: take sslmode out of the address, or turn ssl on there')
  if (tls.test(code)) return sentence(`its certificate is not trusted (${error.message}): name the authority with sslrootcert in the address`)
  if (isConnectionLost(error)) return sentence(`it does not answer (${error.message || code}): start it, or name the right host and port`)
  return error
}

/** True for what waiting mends: the server is away, is starting, or has no connection left. */
export const isTemporary = (error: unknown): boolean => isConnectionLost(error instanceof UnusableDatabaseError ? error.cause : error)
