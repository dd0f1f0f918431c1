import { type QueryCreator, sql } from 'kysely'
import type { Database, Db } from '#server/db/tables.ts'
import { hashOfToken, newToken } from '#server/session.ts'
import { mostBrowserSessions, sessionLife } from '#shared/session-limits.ts'

type SessionKind = 'browser' | 'script'

const day = 86_400_000
/** The most sessions of a user. One more ends the oldest. Source: trust.md row 16 */
const mostSessions: Record<SessionKind, number> = { browser: mostBrowserSessions, script: 20 }
/** The most tokens of scope `report` of a site. They are counted by their site, not by the user who created them. */
const mostReportTokens = 10
/** How long an ended or expired session keeps its own error (50012, 50014). Afterwards its token is unknown. */
const keptAfterExpiry = 7 * day

export type NewSession = {
  userId: number
  companyId: number
  kind?: SessionKind
  now: Date
  /** Defaults to 12 hours from now. */
  expiresAt?: Date
  /** The end of the session or device that this session begins from. It cannot end later. */
  notAfter?: Date | undefined
  /** When the password was typed; null = it was not. */
  passwordAt: Date | null
  address: string
  agent: string
  /** The remembered device of the session. */
  deviceId?: number | null
  /** read = a program that changes nothing; report = a program that sends the reports of `site`. */
  scope?: 'full' | 'read' | 'report'
  site?: { id: number; name: string | null }
}

type Counted = { userId: number; kind: SessionKind; now: Date; site?: { id: number } | undefined }
/** Return the condition for the sessions that share a limit with this one. */
const countedWith = ({ userId, kind, site }: Counted) =>
  site
    ? sql<boolean>`session.site_id = ${site.id}`
    : sql<boolean>`session.user_id = ${userId} and session.kind = ${kind} and session.site_id is null`

/** End live sessions that share the limit, except the newest `most`. */
const endOldest = (db: QueryCreator<Database>, counted: Counted, most: number) =>
  db
    .updateTable('session')
    .set({ ended_at: counted.now, ended_reason: 'tooManySessions' })
    .where(countedWith(counted))
    .where('ended_at', 'is', null)
    .where('id', 'not in', (live) =>
      live
        .selectFrom('session')
        .select('id')
        .where(countedWith(counted))
        .where('ended_at', 'is', null)
        .where('expires_at', '>', counted.now)
        .orderBy('id', 'desc')
        .limit(most),
    )
    .where('expires_at', '>', counted.now)

const forgetOld = (db: QueryCreator<Database>, userId: number, now: Date) =>
  db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('expires_at', '<', new Date(now.getTime() - keptAfterExpiry))

/**
 * Create a session and return its token, which is not stored anywhere else. One statement does it all, because on the
 * embedded engine each statement wakes another thread.
 */
export async function createSession(db: Db, session: NewSession): Promise<{ token: string; expiresAt: Date }> {
  const { userId, kind = 'browser', now, site } = session
  const token = newToken()
  const requested = session.expiresAt ?? new Date(now.getTime() + sessionLife.absoluteMilliseconds)
  const expiresAt = session.notAfter !== undefined && session.notAfter < requested ? session.notAfter : requested
  // These statements do not see the new session.
  const withEnded = db
    .with('ended', (also) =>
      endOldest(also, { userId, kind, now, site }, (site ? mostReportTokens : mostSessions[kind]) - 1).returning('id'),
    )
    .with('forgotten', (also) => forgetOld(also as unknown as QueryCreator<Database>, userId, now).returning('id'))
  // The type of `with` would name the two common table expressions, which nothing below uses.
  await (withEnded as unknown as QueryCreator<Database>)
    .insertInto('session')
    .values({
      token_hash: hashOfToken(token),
      user_id: userId,
      company_id: session.companyId,
      kind,
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
      password_at: session.passwordAt,
      address: session.address,
      agent: session.agent,
      device_id: session.deviceId ?? null,
      ...(session.scope ? { scope: session.scope } : {}),
      ...(site ? { site_id: site.id, name: site.name } : {}),
    })
    .execute()
  return { token, expiresAt }
}

/** End the session of `token` and return its id and user; null when there is no such session. */
export async function endSessionOf(
  db: Db,
  token: string,
  reason: string,
  now: Date,
): Promise<{ id: number; userId: number } | null> {
  const ended = await db
    .updateTable('session')
    .set({ ended_at: now, ended_reason: reason })
    .where('token_hash', '=', hashOfToken(token))
    .where('ended_at', 'is', null)
    .returning(['id', 'user_id'])
    .executeTakeFirst()
  return ended ? { id: ended.id, userId: ended.user_id } : null
}

/** End one session and return what its successor inherits; null when it has already ended. */
export async function replaceSession(db: Db, id: number, reason: string, now: Date) {
  const ended = await db
    .updateTable('session')
    .set({ ended_at: now, ended_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['kind', 'expires_at', 'password_at', 'device_id', 'scope'])
    .executeTakeFirst()
  return ended
    ? {
        kind: ended.kind,
        expiresAt: ended.expires_at,
        passwordAt: ended.password_at,
        deviceId: ended.device_id,
        scope: ended.scope,
      }
    : null
}

/** Store that the password was just typed in this session. */
export async function markPasswordTyped(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('session').set({ password_at: now }).where('id', '=', id).execute()
}

/** Return the idle limit: a browser session last seen before it has expired. */
export const endedByIdle = (now: Date): Date => new Date(now.getTime() - sessionLife.idleMilliseconds)

const ticketLife = 60_000

/**
 * Create a ticket for one sign-in within 60 seconds. `sessionId` = the session that creates it, null = the terminal.
 * Source: trust.md row 1
 */
export async function createTicket(
  db: Db,
  userId: number,
  sessionId: number | null,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + ticketLife)
  await db
    .deleteFrom('login_ticket')
    .where('expires_at', '<', new Date(now.getTime() - day))
    .execute()
  await db
    .insertInto('login_ticket')
    .values({ token_hash: hashOfToken(token), user_id: userId, expires_at: expiresAt, session_id: sessionId })
    .execute()
  return { token, expiresAt }
}

/** Return the properties of a session that what it creates inherits; null when it has ended. */
export async function liveSession(db: Db, id: number, now: Date) {
  const found = await db
    .selectFrom('session')
    .select(['kind', 'company_id', 'expires_at', 'password_at', 'device_id', 'scope'])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found ?? null
}
type Maker = NonNullable<Awaited<ReturnType<typeof liveSession>>>

/**
 * Use a ticket. null = the ticket is unknown, used or expired, or the session that created it has ended. One statement,
 * so that one of two callers succeeds. `maker` null = the terminal created it.
 */
export async function redeemTicket(
  db: Db,
  token: string,
  now: Date,
): Promise<{ userId: number; maker: Maker | null } | null> {
  const used = await db
    .updateTable('login_ticket')
    .set({ used_at: now })
    .where('token_hash', '=', hashOfToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`${now}`)
    .returning(['user_id', 'session_id'])
    .executeTakeFirst()
  if (!used) return null
  if (used.session_id === null) return { userId: used.user_id, maker: null }
  const maker = await liveSession(db, used.session_id, now)
  return maker && { userId: used.user_id, maker }
}
