import { type Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { createBulkheads } from '#server/load/bulkheads.ts'
import { type LoadClass, loadClasses } from '#server/load/classes.ts'
import { AppError } from '#shared/errors.ts'
import type { EarlyReturn } from './early-return.ts'
import { MarkedKysely, refuseInsideTransaction } from './one-connection.ts'
import type { Database } from './tables.ts'

/** What Kysely needs of a pool. */
type Lane = { connect(): Promise<pg.PoolClient>; end(): Promise<void> }
export type LaneOptions = {
  /** Connections that the pool opens at most. */
  capacity: number
  /** How long, in ms, a call waits for a connection before it is told to come back. */
  patienceMs: (load: LoadClass) => number
  /** What has waited this long, in ms, comes before what is more urgent: nothing waits for ever. */
  longWaitMs?: number
  clock?: () => number
  /** A single statement gives its connection back before it is answered. */
  earlyReturn?: EarlyReturn
}
type Waiting = { load: LoadClass; name: string; since: number; enter: () => void }

const retryAfterSeconds = 2
const usualLongWaitMs = 2_000

/** Who holds a connection, and who waits for one: the most urgent first, within what each class and call may hold. */
function createLine({ capacity, patienceMs, longWaitMs = usualLongWaitMs, clock = Date.now }: LaneOptions) {
  const held = createBulkheads(() => capacity)
  const waiting = new Map<LoadClass, Waiting[]>(loadClasses.map((load) => [load, []]))

  const firstIn = (load: LoadClass): Waiting | undefined =>
    waiting.get(load)?.find(({ name }) => held.admits(load, name))
  function next(): Waiting | undefined {
    const firsts = loadClasses.flatMap((load) => firstIn(load) ?? [])
    const oldest = firsts.reduce<Waiting | undefined>(
      (best, one) => (best && best.since <= one.since ? best : one),
      undefined,
    )
    return oldest && clock() - oldest.since >= longWaitMs ? oldest : firsts[0]
  }
  const forget = (one: Waiting) => {
    const line = waiting.get(one.load)
    const position = line?.indexOf(one) ?? -1
    if (position >= 0) line?.splice(position, 1)
  }
  function leave(load: LoadClass, name: string): void {
    held.giveBack(load, name)
    for (let one = next(); one; one = next()) {
      forget(one)
      held.take(one.load, one.name)
      one.enter()
    }
  }
  async function enter(load: LoadClass, name: string): Promise<void> {
    if (held.admits(load, name) && !next()) return held.take(load, name)
    await new Promise<void>((resolve, reject) => {
      const refuse = () => {
        forget(one)
        reject(new AppError('BUSY', { retryAfterSeconds }))
      }
      const timer = setTimeout(refuse, patienceMs(load))
      const one: Waiting = {
        load,
        name,
        since: clock(),
        enter: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      waiting.get(load)?.push(one)
    })
  }

  const isLentOut = () => loadClasses.reduce((sum, load) => sum + held.taken(load), 0) >= capacity
  return {
    enter,
    leave,
    waitedMs: () =>
      isLentOut()
        ? Math.max(0, ...[...waiting.values()].flatMap(([first]) => (first ? clock() - first.since : [])))
        : 0,
  }
}

/**
 * One pool, entered by lanes: the most urgent gets the next one, and a class of calls never holds so many that a more
 * urgent one finds none. `name` = the call: those that wait for one locked table leave connections to others of their class.
 * `waitedMs` = how long the oldest has waited while all connections are lent.
 * @returns for each lane a pool that lends the same connections; its `connect` throws AppError BUSY when none comes free in time
 */
export function createConnectionLanes(pool: Pick<pg.Pool, 'connect'>, options: LaneOptions) {
  const { earlyReturn } = options
  const { enter, leave, waitedMs } = createLine(options)
  const laneOf = (load: LoadClass, name: string): Lane => {
    const borrow = async () => {
      await enter(load, name)
      try {
        const client = await pool.connect()
        const release = client.release.bind(client)
        let isHeld = true
        client.release = (error) => {
          release(error)
          if (isHeld) leave(load, name)
          isHeld = false
        }
        return client
      } catch (error) {
        leave(load, name)
        throw error
      }
    }
    return {
      async connect() {
        refuseInsideTransaction()
        const client = await borrow()
        return earlyReturn ? earlyReturn.lend(client, load, borrow) : client
      },
      // The pool belongs to its opener.
      end: async () => undefined,
    }
  }
  return { laneOf, waitedMs }
}

/** The database as the calls of one class and name use it, over connections that they share with others by `createConnectionLanes`. */
export type DatabaseLanes = (load: LoadClass, name: string) => Kysely<Database>

/** One Kysely a lane, made when it is first asked for. @param begin what each transaction does first */
export function openLanes(
  pool: pg.Pool,
  options: LaneOptions,
  begin: ConstructorParameters<typeof MarkedKysely<Database>>[1] = null,
): { lane: DatabaseLanes; waitedMs(): number } {
  const { laneOf, waitedMs } = createConnectionLanes(pool, options)
  const opened = new Map<string, Kysely<Database>>()
  const lane: DatabaseLanes = (load, name) => {
    const key = `${load} ${name}`
    const known =
      opened.get(key) ??
      new MarkedKysely<Database>({ dialect: new PostgresDialect({ pool: laneOf(load, name) }) }, begin)
    opened.set(key, known)
    return known
  }
  return { lane, waitedMs }
}
