import { randomUUID, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { AppError } from '#shared/errors.ts'
import { defaultLanguage, type Language } from '#shared/i18n/index.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import type { DatabaseLanes } from './db/connection-lanes.ts'
import type { Replica } from './db/open-replica.ts'
import type { Database } from './db/tables.ts'
import { deviceCookieOf } from './device-cookie.ts'
import { describeError } from './errors.ts'
import { languageOf } from './language.ts'
import { loadOfAll } from './load/load-of.ts'
import { isPolling, type ProcedurePath } from './policy.ts'
import type { Services } from './services/services.ts'
import { hashOfToken, terminalViewer, viewerOf } from './session.ts'
import { type RequestHead, tokenOf } from './token.ts'
import type { Viewer } from './viewer.ts'

export type ContextParts = {
  db: Kysely<Database>
  /** The primary by the class of a call, and for jobs; `db` for all where left out. */
  lane?: DatabaseLanes
  jobsDb?: Kysely<Database>
  replica?: Pick<Replica, 'readFor'> | null
  config: Config
  services: Services
  clock: () => Date
}

export type ContextFactory = {
  /**
   * The context of an HTTP request, the same for tRPC and REST. `paths` = the procedures it calls, as far as known:
   * what a screen asks by itself (polling rules, or a header `X-Background: 1`) does not keep the session alive.
   */
  forRequest(head: RequestHead, paths?: readonly string[]): Promise<Context>
  /** The context of a command that runs inside this process, as actor `cli`. */
  forTerminal(language?: Language): Promise<Context>
}

const headerOf = (head: RequestHead, name: string): string => {
  const value = head.headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

const requestIdPattern = /^[\w-]{8,64}$/
const mostAgentCharacters = 200

/** Calls by which somebody follows and ends what he has started; they ask nothing of the database. */
const jobCalls: ReadonlySet<string> = new Set<ProcedurePath>(['feeds.progress', 'feeds.watch', 'feeds.cancel'])
/** How long the database may take to say who calls before memory says it. */
const patienceMs = 300

/** What `asked` answers; what is remembered when it takes too long, as it does while a feed holds the embedded engine's one connection. */
async function orRemembered(asked: Promise<Viewer>, remembered: () => Viewer | null): Promise<Viewer> {
  // Later it may fail without anybody waiting for it.
  asked.catch(() => undefined)
  const known = remembered()
  if (known === null) return asked
  const cancel = new AbortController()
  try {
    return await Promise.race([
      asked,
      wait(patienceMs, undefined, { signal: cancel.signal, ref: false }).then(() => remembered() ?? asked),
    ])
  } finally {
    cancel.abort()
  }
}

/** Puts the parts of the running application and one request together; every door gets its context here. */
export function createContextFactory(parts: ContextParts): ContextFactory {
  const terminalHash = hashOfToken(parts.services.keys.terminalToken)
  const isTerminal = (token: string) => timingSafeEqual(hashOfToken(token), terminalHash)

  const { jobs, places } = parts.services
  /** The terminal is nobody who could have lost his rights meanwhile. */
  let terminal: Viewer | null = null
  async function readTerminal(): Promise<Viewer> {
    terminal = await terminalViewer(parts.db, places)
    return terminal
  }
  const terminalNow = () => orRemembered(readTerminal(), () => (jobs.holdDatabase() ? terminal : null))

  async function viewerFor(token: string | null, paths: readonly string[], extend: boolean): Promise<Viewer | null> {
    if (token === null) return null
    if (isTerminal(token)) return terminalNow()
    const asked = viewerOf(parts.db, token, { clock: parts.clock, extend, places })
    return paths.length > 0 && paths.every((path) => jobCalls.has(path))
      ? orRemembered(asked, () => jobs.starterOf(token))
      : asked
  }

  /** The replica for anyone who finds there all that he has written; the terminal, whose writes are with no session, reads from the primary. */
  async function readDbFor(viewer: Viewer | null, db: Kysely<Database>): Promise<Kysely<Database>> {
    const { replica, services } = parts
    if (!replica || viewer?.actor === 'cli') return db
    const position = viewer === null ? '0' : (viewer.writePosition ?? null)
    // A new session: what was written before it began, and its own beginning, count as written by it.
    if (position === null) await services.writes.note(viewer)
    const readDb = replica.readFor(position)
    return readDb === parts.db ? db : readDb
  }
  const dbFor = (paths: readonly string[]): Kysely<Database> => {
    const [name] = paths
    return (name !== undefined && parts.lane?.(loadOfAll(paths), name)) || parts.db
  }

  return {
    async forRequest(head, paths = []) {
      const language = languageOf(head.headers)
      let token: string | null = null
      let viewer: Viewer | null = null
      let refusal: AppError | null = null
      try {
        token = tokenOf(head)
        const polling = headerOf(head, 'x-background') === '1' || (paths.length > 0 && paths.every(isPolling))
        viewer = await viewerFor(token, paths, !polling)
      } catch (error) {
        // An open procedure still answers; a closed one throws it.
        refusal = error instanceof AppError ? error : new AppError(describeError(error, language).appCode, {}, error)
      }
      const given = headerOf(head, 'x-request-id')
      const db = dbFor(paths)
      return {
        ...parts,
        db,
        readDb: await readDbFor(viewer, db),
        viewer,
        refusal,
        deviceCookie: deviceCookieOf(head, parts.config.trustProxy),
        request: {
          id: requestIdPattern.test(given) ? given : randomUUID(),
          address: head.ip ?? '',
          agent: headerOf(head, 'user-agent').slice(0, mostAgentCharacters),
          language,
          token,
        },
      }
    },
    async forTerminal(language = defaultLanguage) {
      const viewer = await terminalNow()
      const db = parts.jobsDb ?? parts.db
      return {
        ...parts,
        db,
        readDb: await readDbFor(viewer, db),
        viewer,
        refusal: null,
        request: { id: randomUUID(), address: 'terminal', agent: 'coldfleet', language, token: null },
      }
    },
  }
}
