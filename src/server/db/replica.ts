import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'

/** A position in the write-ahead log: bytes from its beginning, as a text, so that it loses no digits. */
export type Position = string

export type ReplicaState = {
  /** used = reads go there; lagging = it is further behind than it may be; away = it does not answer, or is no standby of ours. */
  state: 'used' | 'lagging' | 'away'
  /** How long ago the primary stood where the replica is now; null while it does not answer. */
  lagSeconds: number | null
}

export type Asks = {
  /** Up to where the primary has written. @throws what is between us and it */
  primary(): Promise<Position>
  /** Up to where the replica has replayed that. @throws what is between us and it, or says that it is no standby */
  replica(): Promise<Position>
}

export type ReplicaWatch = {
  state(): ReplicaState
  /** May somebody read there who has written up to `position`? Null = it is not known how far he has. */
  serves(position: Position | null): boolean
  /** Nothing is read there before it has replayed this: the schema that this process needs. */
  requireUpTo(position: Position): void
  /** A connection to it broke: after a crash it may open further back, so it is not used until it has said anew how far it is. */
  suspect(): void
  /** Calls once it is away, with the reason; answers what takes the listener back. */
  whenAway(listener: (reason: Error) => void): () => void
  /** Asks both servers once, now. @throws what the replica's answer was refused for */
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

/** More than these moments of the primary are thinned out: they say how far back a replica is that hangs for hours. */
const mostMoments = 2_000

/** How far the replica is behind, by what the primary had written when. Times in ms by `clock`. */
function createLag(mostLagMs: number, clock: () => number) {
  /** At `at` the primary had written no further than `written`; oldest first. The first one is where the replica has been already. */
  let moments: { at: number; written: bigint }[] = []
  let replayed: bigint | null = null
  let caughtUpAt: number | null = null
  const lagMs = () => (caughtUpAt === null ? Number.POSITIVE_INFINITY : clock() - caughtUpAt)
  return {
    /** Up to where the replica is; null = it does not answer. */
    replayed: () => replayed,
    /** Null = it has never been where the primary was. */
    lagMs: () => (caughtUpAt === null ? null : lagMs()),
    isLagging: () => lagMs() > mostLagMs,
    lose(): void {
      replayed = null
    },
    remember(at: number, written: bigint): void {
      const last = moments.at(-1)
      // A primary that has written nothing since is there still.
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

/** Says in the log when the state of the replica has changed. */
function createTelling(logger: WatchOptions['logger'], mostLagMs: number) {
  let told: ReplicaState['state'] | null = null
  return (state: ReplicaState['state'], reason: string): void => {
    if (state === told) return
    const first = told === null
    told = state
    if (state === 'away')
      logger.warn({ reason }, 'the replica cannot be used: reads go to the primary until it answers')
    else if (state === 'lagging')
      logger.warn({ mostLagMs }, 'the replica is too far behind: reads go to the primary until it has caught up')
    else if (!first) logger.info('the replica has caught up: reads go there')
  }
}

/**
 * Asks both servers where they stand, again and again. The lag is measured by what the primary had written when, as this process saw it:
 * no clock of another machine matters, and a replica that has lost its primary cannot pass for a fresh one.
 */
export function watchReplica({
  asks,
  mostLagMs,
  logger,
  everyMs = 200,
  clock = () => performance.now(),
}: WatchOptions): ReplicaWatch {
  const lag = createLag(mostLagMs, clock)
  const tell = createTelling(logger, mostLagMs)
  let required = 0n
  let reason = ''
  /** Grows when what a look under way will answer counts no more. */
  let era = 0
  const listeners = new Set<(reason: Error) => void>()
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

  function leave(error: unknown): void {
    const away = error instanceof Error ? error : new Error(String(error))
    reason = away.message
    for (const listener of [...listeners]) listener(away)
  }

  async function keepLooking(): Promise<void> {
    while (!closed.signal.aborted) {
      soon = new AbortController()
      await look().catch(leave)
      tell(stateNow(), reason)
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
    serves: (position) => {
      const replayed = lag.replayed()
      if (position === null || replayed === null || lag.isLagging()) return false
      return replayed >= required && replayed >= BigInt(position)
    },
    requireUpTo(position) {
      const wanted = BigInt(position)
      if (wanted > required) required = wanted
    },
    suspect() {
      era += 1
      lag.lose()
      reason = 'a connection to it was lost'
      soon.abort()
    },
    whenAway(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    look,
    close: () => closed.abort(),
  }
}
