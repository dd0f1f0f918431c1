import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'

/** A position in the write-ahead log: bytes from its beginning, as a text, so that it loses no digits. */
export type Position = string

export type ReplicaState = {
  /**
   * used = reads go there; lagging = further behind than allowed; away = it does not answer, or is not a standby of
   * this primary.
   */
  state: 'used' | 'lagging' | 'away'
  /** Seconds since the primary was at the replica's position; null while the replica does not answer. */
  lagSeconds: number | null
}

export type Asks = {
  /** The position up to which the primary has written. @throws the error of the connection */
  primary(): Promise<Position>
  /**
   * The position up to which the replica has replayed. @throws the error of the connection, or if it is not a standby
   */
  replica(): Promise<Position>
}

export type ReplicaWatch = {
  state(): ReplicaState
  /** May a session that has written up to `position` read from the replica? Null = the position is not known. */
  serves(position: Position | null): boolean
  /** Read nothing from the replica before it has replayed this position: the schema that this process needs. */
  requireUpTo(position: Position): void
  /**
   * A connection to it broke: after a crash it may restart further back, so do not use it until it has reported its
   * position again.
   */
  suspect(): void
  /** Call the listener once the replica is away, with the reason; return the function that removes the listener. */
  whenAway(listener: (reason: Error) => void): () => void
  /** Query both servers once, now. @throws the reason why the replica's response was refused */
  look(): Promise<void>
  close(): void
}

export type WatchOptions = {
  asks: Asks
  mostLagMs: number
  logger: Pick<Logger, 'info' | 'warn'>
  everyMs?: number
  clock?: () => number
}

/**
 * Above this number, samples of the primary's position are thinned out: they measure the lag of a replica that hangs
 * for hours.
 */
const mostMoments = 2_000

/** Measure how far the replica is behind, from the times of the primary's positions. Times in ms by `clock`. */
function createLag(mostLagMs: number, clock: () => number) {
  /** Samples, oldest first: at `at`, `written` was the primary's limit. The replica has reached the first. */
  let moments: { at: number; written: bigint }[] = []
  let replayed: bigint | null = null
  let caughtUpAt: number | null = null
  let required = 0n
  const lagMs = () => (caughtUpAt === null ? Number.POSITIVE_INFINITY : clock() - caughtUpAt)
  return {
    /** Position of the replica; null = it does not answer. */
    replayed: () => replayed,
    /** Null = it has never reached a position of the primary. */
    lagMs: () => (caughtUpAt === null ? null : lagMs()),
    isLagging: () => lagMs() > mostLagMs,
    requireUpTo(position: bigint): void {
      if (position > required) required = position
    },
    serves: (position: Position): boolean =>
      replayed !== null && lagMs() <= mostLagMs && replayed >= required && replayed >= BigInt(position),
    lose(): void {
      replayed = null
    },
    remember(at: number, written: bigint): void {
      const last = moments.at(-1)
      // A primary that has written nothing since is still at this position.
      if (last && written <= last.written) last.at = at
      else moments.push({ at, written })
      if (moments.length > mostMoments)
        moments = moments.filter((_, index) => index % 2 === 0 || index === moments.length - 1)
    },
    measure(position: bigint): void {
      replayed = position
      const reached = moments.findLastIndex(({ written }) => written <= position)
      if (reached === -1) return
      moments = moments.slice(reached)
      caughtUpAt = Math.max(caughtUpAt ?? 0, moments[0]?.at ?? 0)
    },
  }
}

/** Call listeners once the replica is away, and remember the reason. */
function createAwayNotice() {
  const listeners = new Set<(reason: Error) => void>()
  let reason = ''
  return {
    reason: () => reason,
    suspect: (why: string) => {
      reason = why
    },
    notify(error: unknown): void {
      const away = error instanceof Error ? error : new Error(String(error))
      reason = away.message
      for (const listener of [...listeners]) listener(away)
    },
    whenAway(listener: (reason: Error) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Log each change of the replica's state. */
function createStateLog(logger: WatchOptions['logger'], mostLagMs: number) {
  let logged: ReplicaState['state'] | null = null
  return (state: ReplicaState['state'], reason: string): void => {
    if (state === logged) return
    const first = logged === null
    logged = state
    if (state === 'away')
      logger.warn({ reason }, 'the replica cannot be used: reads go to the primary until it answers')
    else if (state === 'lagging')
      logger.warn({ mostLagMs }, 'the replica is too far behind: reads go to the primary until it has caught up')
    else if (!first) logger.info('the replica has caught up: reads go there')
  }
}

/**
 * Query the positions of both servers repeatedly. The lag is measured by the times at which this process saw the
 * primary's positions: no clock of another machine matters, and a replica that has lost its primary cannot seem up to
 * date.
 */
export function watchReplica({
  asks,
  mostLagMs,
  logger,
  everyMs = 200,
  clock = () => performance.now(),
}: WatchOptions): ReplicaWatch {
  const lag = createLag(mostLagMs, clock)
  const log = createStateLog(logger, mostLagMs)
  const notice = createAwayNotice()
  /** Grows to invalidate the response of a query in progress. */
  let era = 0
  const closed = new AbortController()
  let soon = new AbortController()
  const stateNow = (): ReplicaState['state'] =>
    lag.replayed() === null ? 'away' : lag.isLagging() ? 'lagging' : 'used'

  async function look(): Promise<void> {
    const at = clock()
    const begun = era
    const [written, position] = await Promise.allSettled([asks.primary(), asks.replica()])
    if (begun !== era) return
    if (written.status === 'fulfilled') lag.remember(at, BigInt(written.value))
    if (position.status === 'fulfilled') return lag.measure(BigInt(position.value))
    lag.lose()
    throw position.reason
  }

  async function keepLooking(): Promise<void> {
    while (!closed.signal.aborted) {
      soon = new AbortController()
      await look().catch(notice.notify)
      log(stateNow(), notice.reason())
      const signal = AbortSignal.any([soon.signal, closed.signal])
      await wait(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  void wait(0, undefined, { ref: false }).then(keepLooking)

  return {
    state: () => {
      const state = stateNow()
      const behind = lag.lagMs()
      return { state, lagSeconds: state === 'away' || behind === null ? null : Math.max(0, behind - everyMs) / 1_000 }
    },
    serves: (position) => position !== null && lag.serves(position),
    requireUpTo: (position) => lag.requireUpTo(BigInt(position)),
    suspect() {
      era += 1
      lag.lose()
      notice.suspect('a connection to it was lost')
      soon.abort()
    },
    whenAway: notice.whenAway,
    look,
    close: () => closed.abort(),
  }
}
