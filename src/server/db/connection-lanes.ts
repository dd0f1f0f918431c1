import { type Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { createBulkheads } from '#server/load/bulkheads.ts'
import { type LoadClass, loadClasses } from '#server/load/load-classes.ts'
import { AppError } from '#shared/errors.ts'
import type { EarlyReturn } from './early-return.ts'
import { MarkedKysely, refuseInsideTransaction } from './one-connection.ts'
import type { Database } from './tables.ts'

/** The part of a pool that Kysely uses. */
type Lane = { connect(): Promise<pg.PoolClient>; end(): Promise<void> }
export type LaneOptions = {
  /** Maximum number of connections that the pool opens. */
  capacity: number
  /** Time in ms that a call waits for a connection before it is refused as BUSY. */
  patienceMs: (load: LoadClass) => number
  /** After this wait, in ms, a call goes before more urgent ones, so that no call waits for ever. */
  longWaitMs?: number
  clock?: () => number
  /** Return the connection of a single statement before its response arrives. */
  earlyReturn?: EarlyReturn
}
type Waiting = { load: LoadClass; name: string; since: number; enter: () => void }

const retryAfterSeconds = 2
const usualLongWaitMs = 2_000

/**
 * Track the calls that hold a connection and the queue of those that wait: the most urgent first, within the limits of
 * each class and call.
 */
function createLine({ capacity, patienceMs, longWaitMs = usualLongWaitMs, clock = Date.now }: LaneOptions) {
  const held = createBulkheads(() => capacity)
  const waiting = new Map<LoadClass, Waiting[]>(loadClasses.map((load) => [load, []]))

  let waitingCalls = 0

  const firstIn = (load: LoadClass): Waiting | undefined =>
    waiting.get(load)?.find(({ name }) => held.admits(load, name))
  function next(): Waiting | undefined {
    if (waitingCalls === 0) return undefined
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
    if (position < 0) return
    line?.splice(position, 1)
    waitingCalls -= 1
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
      waitingCalls += 1
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
 * Divide one pool into lanes: the most urgent call gets the next connection, and a class of calls never holds so many
 * that a more urgent call finds none. `name` = the call: calls that wait for one locked table leave connections to
 * others of their class. `waitedMs` = the longest current wait while all connections are lent.
 * @returns for each lane a pool that lends the same connections; its `connect` throws AppError BUSY if none becomes
 * free in time
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

/** The database for the calls of one class and name, on connections shared by `createConnectionLanes`. */
export type DatabaseLanes = (load: LoadClass, name: string) => Kysely<Database>

/** Create one Kysely for each lane, on first use. @param begin the first step of each transaction */
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
