import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createTRPCClient, httpBatchStreamLink, type TRPCClient, type TRPCLink } from '@trpc/client'
import type { DistributedHere } from '#server/distribute-here.ts'
import type { RestoredHere, RestoreSource } from '#server/restore-here.ts'
import type { AppRouter } from '#server/router.ts'
import type { Language } from '#shared/i18n/index.ts'
import type { Snapshot } from '#shared/system.ts'
import { CliFailure } from './failure.ts'
import { callsTo } from './fetch-from.ts'
import { laterLink } from './retry-later.ts'

export type ProcedureType = 'query' | 'mutation' | 'subscription'
export type Client = TRPCClient<AppRouter>
export type Target = {
  url?: string | undefined
  token?: string | undefined
  language: Language
  /** Wait and repeat a call if the server asks to retry later; false = that is a failure. */
  waits?: boolean
  /**
   * How to prepare a database that this process opens: not at all, its schema only, or with first data as at a start.
   */
  prepare?: 'nothing' | 'schema'
  /**
   * May this command be the first in an empty folder? Any other command is refused there instead of returning an empty
   * result.
   */
  mayBegin?: boolean
  /** Accept keys that do not match the stored passwords from now on. */
  acceptsKeys?: boolean
  /** The snapshot to restore: a damaged database is then opened, too. */
  restores?: RestoreSource
}
/** Functions that need the process that holds the database. */
export type Local = {
  /** Migrations that ran when it was opened. */
  migrated: readonly string[]
  pending(): Promise<string[]>
  /** The time zone of business days. */
  timeZone: string
  restore(keys: boolean): Promise<RestoredHere>
  /** Distribute the tables over the nodes of Citus, or report the obstacle. */
  distribute(): Promise<DistributedHere>
}
export type Connection = {
  client: Client
  /** The server that answers, or null if this process opened the database itself. */
  url: string | null
  local: Local | null
  /**
   * Convert a client error to the cause on the way to the server, if one is known; otherwise return the error itself.
   */
  explain(error: unknown): unknown
  close(): Promise<void>
}

function overHttp(
  url: string,
  token: string | undefined,
  { language, waits = true }: Pick<Target, 'language' | 'waits'>,
): Connection {
  const address = url.replace(/(?<!\/)\/+$/, '')
  const headers = { 'x-locale': language, ...(token ? { authorization: `cat ${token}` } : {}) }
  const asked = callsTo(address, language)
  const client = createTRPCClient<AppRouter>({
    links: [
      ...(waits ? [laterLink(language) as TRPCLink<AppRouter>] : []),
      httpBatchStreamLink({ url: `${address}/trpc`, headers, maxItems: 10, fetch: asked.fetch }),
    ],
  })
  return { client, url: address, local: null, explain: asked.explain, close: async () => undefined }
}

/** Convert a refusal of the product to the texts of the terminal. */
async function asSaid<Result>(language: Language, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const [{ describeError }, { AppError }] = await Promise.all([
      import('#server/errors.ts'),
      import('#shared/errors.ts'),
    ])
    if (error instanceof AppError) throw new CliFailure('cli.said', { line: describeError(error, language).message })
    throw error
  }
}

/** Return the snapshots in the local data folder; no database is opened for it. */
export async function snapshotsHere(): Promise<{ folder: string; snapshots: Snapshot[]; timeZone: string }> {
  const [{ readConfig }, { listSnapshots }, { snapshotFolder }] = await Promise.all([
    import('#server/config.ts'),
    import('#server/features/system/snapshots.ts'),
    import('#server/services/storage/snapshot-folder.ts'),
  ])
  const { dataDir, timeZone } = readConfig()
  return { folder: snapshotFolder(dataDir), snapshots: await listSnapshots(dataDir), timeZone }
}

async function openHere(target: Target): Promise<Connection> {
  const [{ unstable_localLink }, { openApp }, { appRouter }, { readConfig }, { createLogger }, { embeddedFolder }] =
    await Promise.all([
      import('@trpc/client'),
      import('#server/app.ts'),
      import('#server/router.ts'),
      import('#server/config.ts'),
      import('#server/logger.ts'),
      import('#server/db/open-embedded.ts'),
    ])
  const config = readConfig()
  if (config.databaseUrl === null && !target.mayBegin && !existsSync(embeddedFolder(config.dataDir))) {
    throw new CliFailure('cli.noDatabase', { folder: resolve(config.dataDir) })
  }
  const untouched = target.prepare === undefined ? {} : { adminUser: null, adminPassword: null }
  // Demonstration data is created by a first start of the server, not by a command. A command must read its own writes,
  // also those of another process: hence no replica.
  const settings = {
    ...config,
    databaseReadUrl: null,
    ...untouched,
    demo: target.prepare === undefined ? (config.demo ?? false) : false,
  }
  const options = {
    what: 'coldfleet terminal',
    prepare: target.prepare !== 'nothing',
    ...(target.acceptsKeys ? { keys: 'accept' as const } : {}),
    logger: createLogger({ logLevel: process.env.LOG_LEVEL ? config.logLevel : 'error' }, process.stderr),
  }
  const { restores } = target
  const { openToRestore } = await import('#server/restore-here.ts')
  const restoring = restores ? await asSaid(target.language, () => openToRestore(settings, options, restores)) : null
  const app = restoring ?? (await openApp(settings, options))
  const client = createTRPCClient<AppRouter>({
    links: [unstable_localLink({ router: appRouter, createContext: () => app.contextForTerminal(target.language) })],
  })
  const local: Local = {
    migrated: app.migrated,
    timeZone: config.timeZone,
    async pending() {
      const { migrationStatus } = await import('#server/db/migrate.ts')
      return (await migrationStatus(app.db)).filter(({ executedAt }) => executedAt === null).map(({ name }) => name)
    },
    async restore(keys) {
      if (!restoring) throw new Error('the connection was not opened to restore')
      return asSaid(target.language, () => restoring.restore(keys, target.language))
    },
    distribute: async () => (await import('#server/distribute-here.ts')).distributeHere(app.database),
  }
  return { client, url: null, local, explain: (error) => error, close: app.close }
}

const patience = { tries: 20, milliseconds: 500 }

/** Return the server that holds the embedded database, once it answers HTTP. Null = no process holds it. */
async function serverOf(dataDir: string): Promise<{ url: string } | null> {
  const { findOwner } = await import('#server/db/folder-owner.ts')
  for (let tries = 1; ; tries += 1) {
    const owner = await findOwner(dataDir)
    if (!owner) return null
    if (owner.url !== null) return { url: owner.url }
    if (tries === patience.tries)
      throw new CliFailure('cli.starting', { what: owner.what, pid: owner.pid, folder: dataDir })
    await wait(patience.milliseconds)
  }
}

async function terminalToken(dataDir: string): Promise<string> {
  const path = join(dataDir, 'keys', 'terminal.token')
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch {
    throw new CliFailure('cli.noTerminalToken', { path })
  }
}

/**
 * Connect to the running server: that of `url`, or the one that holds the local embedded database. Null = none runs;
 * nothing is opened.
 */
export async function connectToRunning({ url, token, ...asked }: Target): Promise<Connection | null> {
  if (url) return overHttp(url, token, asked)
  const { readConfig } = await import('#server/config.ts')
  const config = readConfig()
  const owner = config.databaseUrl === null ? await serverOf(config.dataDir) : null
  return owner && overHttp(owner.url, await terminalToken(config.dataDir), asked)
}

/**
 * Return one client for every command, wherever the router runs: in the server of `url`; otherwise in the server that
 * holds the local embedded database; otherwise in this process.
 */
export async function connect(target: Target): Promise<Connection> {
  try {
    return (await connectToRunning(target)) ?? (await openHere(target))
  } catch (error) {
    // Another process took the lock between the check and the opening.
    const later = error instanceof Error && error.name === 'FolderHeldError' ? await connectToRunning(target) : null
    if (!later) throw error
    return later
  }
}

/** Return the names of all procedures from their permissions, without loading their code. */
export async function procedureNames(): Promise<string[]> {
  const { permissions } = await import('#server/permissions.ts')
  return Object.keys(permissions).sort()
}

/** Return every procedure of the product by name, and whether it is a query or a mutation. */
export async function listProcedures(): Promise<Map<string, ProcedureType>> {
  const { appRouter } = await import('#server/router.ts')
  const procedures: Record<string, { _def: { type: 'query' | 'mutation' | 'subscription' } }> = Object.fromEntries(
    Object.entries(appRouter._def.procedures),
  ) as never
  return new Map(Object.entries(procedures).map(([name, { _def }]) => [name, _def.type]))
}
