import { hash as digest, randomBytes } from 'node:crypto'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { AppError } from '#shared/errors.ts'
import { roleLabels, roleOfLabel } from '#shared/roles.ts'
import { sessionLife } from '#shared/session-limits.ts'
import { type SessionTables, sessionTables } from './db/citus/session-reads.ts'
import { headquartersSql } from './db/headquarters.ts'
import { gatherReads } from './db/shared-reads.ts'
import { diskFullState, missingTableState, readOnlyState, sqlStateOf } from './db/sql-states.ts'
import type { Database, Db } from './db/tables.ts'
import { placeVersionSql } from './services/places/place-book.ts'
import type { Places } from './services/places/places.ts'
import type { Viewer } from './viewer.ts'

/** Minimum interval between two writes of last_seen_at, so it may lag by that much. */
const seenEvery = 60_000

/** Create a token of 256 random bits; only its hash is ever stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashOfToken = (token: string): Buffer => digest('sha256', token, 'buffer')
/** The hash of a token; `key` is the same as a text (base64), for maps. */
export type TokenHash = { hash: Buffer; key: string }
export function tokenHash(token: string): TokenHash {
  const hash = hashOfToken(token)
  return { hash, key: hash.toString('base64') }
}

const mayEnterIn = ({ company, membership }: Pick<SessionTables, 'company' | 'membership'>) =>
  `(c.deleted_at is null and exists (select from ${company} h where h.id = u.home_company_id and h.deleted_at is null) and (u.nick_name is not distinct from '${roleLabels.manager}' or exists (
  select 1 from ${membership} m where m.user_id = u.id
  and (m.company_id = c.id or (c.tenant_id <> c.id and m.company_id in (c.tenant_id, c.super_company_id))))))`

/**
 * May the user `u` enter the company `c`? Not when the user's home company is deleted. Managers enter every company;
 * other users enter those of their memberships, and the sites below such a base. Used wherever a company is entered,
 * listed or re-read, so that the checks cannot differ.
 */
export const mayEnterSql = mayEnterIn(sessionTables)

type SessionRow = {
  session_id: number
  /** `key` of its `TokenHash`. */
  token_key: string
  kind: 'browser' | 'script'
  /** In ms since 1970. */
  last_seen_at: number
  expires_at: number
  ended: boolean
  user_id: number
  user_name: string
  name: string
  nick_name: string | null
  client_id: number | null
  account_id: number | null
  disabled: boolean
  new_password: boolean
  scope: 'full' | 'read' | 'report'
  site_id: number | null
  write_position: string | null
  company_id: number
  company_kind: 'headquarters' | 'base'
  tenant_id: number
  may_enter: boolean
  place_version: number
}

const millisecondsSql = (instant: string) => `floor(date_part('epoch', ${instant}) * 1000)`
const fieldsIn = (tables: SessionTables): Readonly<Record<keyof SessionRow, string>> => ({
  session_id: 's.id',
  token_key: `encode(s.token_hash, 'base64')`,
  kind: 's.kind',
  last_seen_at: millisecondsSql('s.last_seen_at'),
  expires_at: millisecondsSql('s.expires_at'),
  ended: 's.ended_at is not null',
  user_id: 'u.id',
  user_name: 'u.user_name',
  name: 'u.name',
  nick_name: 'u.nick_name',
  client_id: 'u.client_id',
  account_id: 'u.account_id',
  disabled: 'u.disabled',
  new_password: 'u.last_password_reset_date is null',
  scope: 's.scope',
  site_id: 's.site_id',
  write_position: 's.write_position::text',
  company_id: 'c.id',
  company_kind: 'c.kind',
  tenant_id: 'c.tenant_id',
  may_enter: mayEnterIn(tables),
  place_version: placeVersionSql,
})
const sessionQuery = (
  tables: SessionTables,
  condition: string,
) => `select json_build_object(${Object.entries(fieldsIn(tables)).map(([name, value]) => `'${name}', ${value}`)}) as session
  from ${tables.session} s join ${tables.app_user} u on u.id = s.user_id join ${tables.company} c on c.id = s.company_id
  where s.token_hash ${condition}`

/**
 * Constant texts, because they run on every request: never recompiled, and planned once per connection. PostgreSQL
 * estimates ten rows for a list that it does not know, so it would plan each shorter one anew, which takes twice as long
 * as its execution; into a subquery it cannot look. The fields come as one column of JSON, because to describe and parse
 * two dozen columns takes this process longer.
 */
type SessionQueries = { one: string; several: string }
const queriesOf = (tables: SessionTables): SessionQueries => ({
  one: sessionQuery(tables, '= $1'),
  several: sessionQuery(tables, '= any((select $1::bytea[])::bytea[])'),
})
const usualQueries = queriesOf(sessionTables)

/** Read the session with this hash of a token; undefined = there is none. */
export type SessionReader = (hash: TokenHash) => Promise<SessionRow | undefined>

async function readSessions(db: Db, hashes: readonly Buffer[], queries = usualQueries): Promise<SessionRow[]> {
  const query =
    hashes.length === 1 ? CompiledQuery.raw(queries.one, [hashes[0]]) : CompiledQuery.raw(queries.several, [hashes])
  const { rows } = await db.executeQuery<{ session: SessionRow }>(query)
  return rows.map(({ session }) => session)
}

/**
 * Create a reader that reads the sessions of all requests that arrive before its query begins. Each is read after its
 * request arrived, so an ended session is refused as before; under load one query serves many requests.
 * @param tables names of the tables in this database; if one of them no longer exists, they are read by their usual names
 */
export function createSessionReader(db: Db, tables = sessionTables): SessionReader {
  let queries = queriesOf(tables)
  async function readAll(hashes: readonly Buffer[]): Promise<SessionRow[]> {
    try {
      return await readSessions(db, hashes, queries)
    } catch (error) {
      if (tables === sessionTables || sqlStateOf(error) !== missingTableState) throw error
      queries = usualQueries
      return readSessions(db, hashes)
    }
  }
  const gather = gatherReads(async (hashes: readonly TokenHash[]) => {
    const distinct = new Map(hashes.map(({ key, hash }) => [key, hash]))
    const found = await readAll([...distinct.values()])
    return new Map(found.map((row) => [row.token_key, row]))
  })
  return async (hash) => (await gather(hash)).get(hash.key)
}

export type ReadSession = {
  clock: () => Date
  /** Default: a query for this session alone. */
  read?: SessionReader
  /** The hash of the token, where it is known. */
  hash?: TokenHash
  /** False for automatic requests of a screen. */
  extend: boolean
  places: Pick<Places, 'noticeVersion'>
}

/**
 * Return the viewer who holds `token`, with current role, company and membership.
 * @throws AppError TOKEN_UNKNOWN (50008), SESSION_ENDED (50012: signed out, disabled, company lost), SESSION_EXPIRED
 * (50014)
 */
export async function viewerOf(db: Db, token: string, options: ReadSession): Promise<Viewer> {
  const { clock, extend, places, read, hash = tokenHash(token) } = options
  const askedAt = performance.now()
  const row = read ? await read(hash) : (await readSessions(db, [hash.hash]))[0]
  if (!row) throw new AppError('TOKEN_UNKNOWN')
  places.noticeVersion(row.place_version, askedAt)
  if (row.ended) throw new AppError('SESSION_ENDED')
  const now = clock().getTime()
  const idle = now - row.last_seen_at
  if (now >= row.expires_at || (row.kind === 'browser' && idle > sessionLife.idleMilliseconds + seenEvery))
    throw new AppError('SESSION_EXPIRED')
  if (row.disabled || !row.may_enter) throw new AppError('SESSION_ENDED')
  if (extend && idle >= seenEvery) await markSeen(db, row.session_id, clock())
  return {
    actor: 'user',
    userId: row.user_id,
    userName: row.user_name,
    name: row.name,
    role: roleOfLabel(row.nick_name),
    companyId: row.company_id,
    companyKind: row.company_kind,
    tenantId: row.tenant_id,
    clientId: row.client_id,
    accountId: row.account_id,
    sessionId: row.session_id,
    writePosition: row.write_position,
    // A program's token is issued on purpose by an authorized user, so it needs no password change.
    ...(row.new_password && row.kind === 'browser' ? { mustChangePassword: true } : {}),
    ...(row.kind === 'script' ? { isProgram: true } : {}),
    ...(row.scope === 'read' ? { readOnly: true } : {}),
    ...(row.scope === 'report' && row.site_id !== null ? { reportSiteId: row.site_id } : {}),
  }
}

/** A database that is temporarily read-only must not refuse readers. */
const withoutWrites: ReadonlySet<string | null> = new Set([readOnlyState, diskFullState])

async function markSeen(db: Db, sessionId: number, at: Date): Promise<void> {
  try {
    await db
      .updateTable('session')
      .set({ last_seen_at: at })
      .where('id', '=', sessionId)
      .where('last_seen_at', '<', at)
      .execute()
  } catch (error) {
    if (!withoutWrites.has(sqlStateOf(error))) throw error
  }
}

/** Return the operator at the terminal: a manager's rights at headquarters, as actor `cli`. */
export async function terminalViewer(db: Kysely<Database>, places: Pick<Places, 'noticeVersion'>): Promise<Viewer> {
  const askedAt = performance.now()
  const { rows } = await sql<{ version: number; id: number | null; tenant_id: number | null }>`
    select ${sql.raw(placeVersionSql)} as version, c.id, c.tenant_id from (select) always
    left join lateral (${sql.raw(headquartersSql)}) c on true`.execute(db)
  const [headquarters] = rows
  places.noticeVersion(headquarters?.version ?? 0, askedAt)
  return {
    actor: 'cli',
    userId: null,
    userName: 'cli',
    name: 'cli',
    role: 'manager',
    companyId: headquarters?.id ?? 0,
    companyKind: 'headquarters',
    tenantId: headquarters?.tenant_id ?? 0,
    clientId: null,
    accountId: null,
    sessionId: null,
  }
}
