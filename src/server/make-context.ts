import { randomUUID, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { AppError } from '#shared/errors.ts'
import { defaultLanguage, type Language } from '#shared/i18n/index.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import type { SessionReads } from './db/citus/session-reads.ts'
import type { DatabaseLanes } from './db/connection-lanes.ts'
import type { Replica } from './db/open-replica.ts'
import type { Database } from './db/tables.ts'
import { deviceCookieOf } from './device-cookie.ts'
import { describeError } from './errors.ts'
import { languageOf } from './language.ts'
import { loadOfAll } from './load/load-of.ts'
import { isPolling, type ProcedurePath } from './permissions.ts'
import { type Credential, credentialOf, type RequestHead } from './request-token.ts'
import type { Services } from './services/services.ts'
import { createSessionReader, hashOfToken, terminalViewer, viewerOf } from './session.ts'
import type { Viewer } from './viewer.ts'

export type ContextParts = {
  db: Kysely<Database>
  /** The primary database by the class of a call, and for jobs; default: `db`. */
  lane?: DatabaseLanes
  jobsDb?: Kysely<Database>
  /** The primary for the sessions of requests; default: `db`. */
  sessionReads?: Pick<SessionReads, 'db' | 'tables'> | null
  replica?: Pick<Replica, 'readFor'> | null
  config: Config
  services: Services
  clock: () => Date
}

export type ContextFactory = {
  /**
   * Create the context of an HTTP request, the same for tRPC and REST. `paths` = the procedures it calls, as far as
   * known: automatic requests of a screen (polling rules, or a header `X-Background: 1`) do not extend the session.
   */
  forRequest(head: RequestHead, paths?: readonly string[]): Promise<Context>
  /** Create the context of a command that runs inside this process, as actor `cli`. */
  forTerminal(language?: Language): Promise<Context>
}

const headerOf = (head: RequestHead, name: string): string => {
  const value = head.headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

const requestIdPattern = /^[\w-]{8,64}$/
const mostAgentCharacters = 200

/** Calls by which a user follows and cancels an own job; they do not query the database. */
const jobCalls: ReadonlySet<string> = new Set<ProcedurePath>(['feeds.progress', 'feeds.watch', 'feeds.cancel'])
/** Maximum wait, in ms, for the database to resolve the viewer before the cached one is used. */
const patienceMs = 300

/**
 * Return the result of `reading`, or the cached viewer when the query takes too long, as while a feed holds the embedded
 * engine's one connection.
 */
async function orRemembered(reading: Promise<Viewer>, remembered: () => Viewer | null): Promise<Viewer> {
  // A later rejection has no listener.
  reading.catch(() => undefined)
  const known = remembered()
  if (known === null) return reading
  const cancel = new AbortController()
  try {
    return await Promise.race([
      reading,
      wait(patienceMs, undefined, { signal: cancel.signal, ref: false }).then(() => remembered() ?? reading),
    ])
  } finally {
    cancel.abort()
  }
}

/** Use the replica if it has the session's writes; the terminal's writes have no session, so it reads the primary. */
async function readDbFor(
  { replica, services, db: primary }: ContextParts,
  viewer: Viewer | null,
  db: Kysely<Database>,
): Promise<Kysely<Database>> {
  if (!replica || viewer?.actor === 'cli') return db
  const position = viewer === null ? '0' : (viewer.writePosition ?? null)
  // A new session: writes from before it, and its own row, count as its writes.
  if (position === null) await services.writes.note(viewer)
  const readDb = replica.readFor(position)
  return readDb === primary ? db : readDb
}

/** Return the database for these procedures, by the class of the first one. */
function dbFor({ lane, db }: ContextParts, paths: readonly string[]): Kysely<Database> {
  const [name] = paths
  return (name !== undefined && lane?.(loadOfAll(paths), name)) || db
}

/** Return what a context tells about its request. */
function requestOf(head: RequestHead, language: Language, token: string | null): Context['request'] {
  const given = headerOf(head, 'x-request-id')
  // A key may be quoted: draft-ietf-httpapi-idempotency-key-header makes it a string of RFC 8941.
  const callKey = headerOf(head, 'idempotency-key').replace(/^"(.*)"$/, '$1')
  return {
    id: requestIdPattern.test(given) ? given : randomUUID(),
    address: head.ip ?? '',
    agent: headerOf(head, 'user-agent').slice(0, mostAgentCharacters),
    language,
    token,
    // An empty key is none that can be kept: its sender relies on it and must learn that.
    ...(head.headers['idempotency-key'] === undefined ? {} : { callKey }),
  }
}

/** Return the function that reads the viewer of the terminal. Its rights do not change, so they are read once. */
function createTerminalViewer({ db, services: { jobs, places } }: ContextParts): () => Promise<Viewer> {
  let known: Viewer | null = null
  async function read(): Promise<Viewer> {
    known = await terminalViewer(db, places)
    return known
  }
  return () => orRemembered(read(), () => (jobs.holdDatabase() ? known : null))
}

/** Create the factory of contexts from the parts of the application; the browser, the terminal and REST use it. */
export function createContextFactory(parts: ContextParts): ContextFactory {
  const terminalHash = hashOfToken(parts.services.keys.terminalToken)
  const isTerminal = ({ hash }: Credential) => timingSafeEqual(hash, terminalHash)

  const { jobs, places } = parts.services
  const terminalNow = createTerminalViewer(parts)
  const readSession = createSessionReader(parts.sessionReads?.db ?? parts.db, parts.sessionReads?.tables)

  function viewerFor(sent: Credential, paths: readonly string[], extend: boolean): Promise<Viewer> {
    if (isTerminal(sent)) return terminalNow()
    const reading = viewerOf(parts.db, sent.token, {
      clock: parts.clock,
      extend,
      places,
      read: readSession,
      hash: sent,
    })
    return paths.length > 0 && paths.every((path) => jobCalls.has(path))
      ? orRemembered(reading, () => jobs.starterOf(sent.token))
      : reading
  }

  return {
    async forRequest(head, paths = []) {
      const language = languageOf(head.headers)
      let sent: Credential | null = null
      let viewer: Viewer | null = null
      let refusal: AppError | null = null
      try {
        sent = credentialOf(head)
        const polling = headerOf(head, 'x-background') === '1' || (paths.length > 0 && paths.every(isPolling))
        viewer = sent && (await viewerFor(sent, paths, !polling))
      } catch (error) {
        // An open procedure still answers; all others throw this refusal.
        refusal = error instanceof AppError ? error : new AppError(describeError(error, language).appCode, {}, error)
      }
      const db = dbFor(parts, paths)
      // All fields by name: after a spread, V8 defines each of them by the slow way.
      return {
        db,
        readDb: parts.replica ? await readDbFor(parts, viewer, db) : db,
        config: parts.config,
        services: parts.services,
        clock: parts.clock,
        viewer,
        refusal,
        deviceCookie: deviceCookieOf(head, parts.config.trustProxy),
        request: requestOf(head, language, sent?.token ?? null),
      }
    },
    async forTerminal(language = defaultLanguage) {
      const viewer = await terminalNow()
      const db = parts.jobsDb ?? parts.db
      return {
        ...parts,
        db,
        readDb: await readDbFor(parts, viewer, db),
        viewer,
        refusal: null,
        request: { id: randomUUID(), address: 'terminal', agent: 'coldfleet', language, token: null },
      }
    },
  }
}
