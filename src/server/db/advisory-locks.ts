import { type RawBuilder, sql } from 'kysely'

/**
 * What each class of advisory locks protects until the end of a transaction. The second number of a lock, its object,
 * says whose: here in brackets. All advisory locks are in this list, except that of kysely's migrator. Its keys are the classes, so that the compiler
 * refuses one that is used twice; work that must exclude each other shares a class on purpose. A number stays as it is,
 * because processes of two versions may use a database at the same time.
 */
const protects = {
  /** One feed at a time (tenant). */
  6301: 'feed',
  /** Machines, from a feed while users change them: users share it, a feed holds it alone (tenant). */
  6302: 'change',
  /** Opening a day, whose rows two transactions would insert (tenant; 0 = a month's table, by `device_daily_month`). */
  6303: 'day',
  /** The reports of machines, one request at a time (tenant). */
  6304: 'report',
  /** The review of events by the clock (tenant). */
  6305: 'review',
  /** The goods in stock (company). */
  6306: 'stock',
  /** Archiving or restoring a month (YYYYMM). */
  6307: 'month',
  /** The number of photos of a repair record (record). */
  6311: 'photos',
  /** The number and size of uploads (user; 0 = the terminal). */
  6312: 'uploads',
  /** The number of running jobs (hash of the owner). */
  6313: 'jobs',
  /** The one trace of a machine (device). */
  6314: 'trace',
  /** The selection projects of an author (user; 0 = the terminal). */
  6315: 'projects',
  /** An order that is sent twice (hash of user and request key). */
  6316: 'order',
  /** The first manager, and the last one (0). */
  6317: 'managers',
  /** The limits of text messages (0). */
  6318: 'codes',
  /** Writing the messages of notices, in one process (0). */
  6319: 'notices',
  /** Preparing the database at a start, in one process (0). */
  6320: 'start',
  /** The settings of the database role (0). */
  6321: 'role',
  /** Loading the demonstration (0). */
  6322: 'demonstration',
  /** The number of large uploads in progress (0). */
  6323: 'spool',
} as const
type LockName = (typeof protects)[keyof typeof protects]

/** The class of each lock, for SQL texts without parameters. */
export const lockClasses = Object.fromEntries(
  Object.entries(protects).map(([number, name]) => [name, Number(number)]),
) as Record<LockName, number>

type LockedObject = number | RawBuilder<unknown>
const keyOf = (name: LockName, object: LockedObject) => sql`${sql.lit(lockClasses[name])}, ${object}::int`

/** A call of SQL that waits for a lock and holds it until the transaction ends. */
export const lock = (name: LockName, object: LockedObject = 0): RawBuilder<unknown> =>
  sql`pg_advisory_xact_lock(${keyOf(name, object)})`

/** As `lock`; several transactions may hold it so at a time. */
export const lockShared = (name: LockName, object: LockedObject = 0): RawBuilder<unknown> =>
  sql`pg_advisory_xact_lock_shared(${keyOf(name, object)})`

/** As `lock`, without waiting: false when another transaction holds it. */
export const tryLock = (name: LockName, object: LockedObject = 0): RawBuilder<boolean> =>
  sql`pg_try_advisory_xact_lock(${keyOf(name, object)})`
