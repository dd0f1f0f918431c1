import { performance } from 'node:perf_hooks'
import { beginServing } from '#server/giving-way.ts'
import { type Arrivals, arrivals as arrivalsOfProcess } from './arrivals.ts'
import { createBulkheads } from './bulkheads.ts'
import type { Caller } from './callers.ts'
import { isUrgent, type LoadClass, loadClasses } from './classes.ts'
import { createLimit } from './limit.ts'
import { createLine, type Waiting } from './line.ts'
import { createUsage } from './usage.ts'

/** A request that waits for admission. */
export type Visit = {
  load: LoadClass
  /** The name of the call; of a batch the first one. */
  name: string
  /** The number of calls in the batch. */
  calls: number
  caller: Caller
  /** Called when its turn has come. */
  enter(): void
  /** Called when the request is refused: retry after this many seconds. */
  refuse(retryAfterSeconds: number): void
}
export type Admission = {
  /** Queue a request. @returns the function to call when the request is over, or its caller has left */
  visit(visit: Visit): () => void
  /** Refuse a request at once that would wait in vain. @returns whether it was refused */
  turnAway(visit: Pick<Visit, 'load' | 'caller' | 'refuse'>): boolean
  /** Return the state for the metrics. */
  state(): { limit: number; loads: { load: LoadClass; running: number; waiting: number; refused: number }[] }
}
export type AdmissionOptions = {
  /** A monotonic clock in milliseconds. */
  clock?: () => number
  /** True while the database is held by work that ends by itself: then all requests wait for their turn. */
  isHeld?: () => boolean
  /** New connections: while some arrive, no request is started. */
  arrivals?: Pick<Arrivals, 'areExpected' | 'afterwards'>
  /** Call `work` every so many ms until the returned function is called. */
  every?: (milliseconds: number, work: () => void) => () => void
  /** Return the share of time since the last call in which this thread was busy. */
  utilization?: () => number
  /** Return how long, in ms, calls currently wait for a database connection because all are in use. */
  connectionWaitMs?: () => number
  /** Called at most every few seconds, with the number of refusals since the last call. */
  onRefused?: (refused: Record<LoadClass, number>) => void
}

/** Maximum length of the queue; beyond it, a request is refused at once. */
const mostWaiting = 512
/**
 * A new request is not refused at once behind a queue up to this length, unless the queue lasts: a handful of
 * simultaneous calls is no burst, however slow the machine is.
 */
const shortLine = 64
/** Maximum wait of a call of each class, in ms. Including its own time it stays below the 1.5 s of trust.md O1. */
const patienceMs: Readonly<Record<LoadClass, number>> = {
  session: 1_300,
  saving: 1_300,
  reading: 900,
  charts: 600,
  heavy: 600,
}
/**
 * A queue that lasts this long, in ms, is no short peak: long waits would help nobody, so less urgent calls wait less.
 */
const standingMs = 1_500
const standingShare = 0.4
const heldPatienceMs = 20_000
const tickMs = 25
const tellMs = 5_000
const retrySeconds: Readonly<Record<LoadClass, number>> = { session: 1, saving: 1, reading: 2, charts: 3, heavy: 5 }
/** Weight of the newest interval in the moving average of the intervals between turns. */
const newest = 0.05

const timerEvery = (milliseconds: number, work: () => void) => {
  const timer = setInterval(work, milliseconds)
  timer.unref()
  return () => clearInterval(timer)
}

function threadUtilization(): () => number {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization
  }
}

/**
 * Admit only as many concurrent requests as the process can finish quickly. The others wait about a second for their
 * turn, by urgency and fairly among companies and sessions; a request that cannot be served by then is refused at once.
 */
export function createAdmission({
  clock = () => performance.now(),
  isHeld = () => false,
  arrivals = arrivalsOfProcess,
  every = timerEvery,
  utilization = threadUtilization(),
  connectionWaitMs = () => 0,
  onRefused,
}: AdmissionOptions = {}): Admission {
  type Item = Visit & Waiting & { served?: () => void }
  const usage = createUsage(clock)
  const line = createLine<Item>(mostWaiting, usage)
  const limit = createLimit({ clock, utilization, connectionWaitMs: () => (isHeld() ? 0 : connectionWaitMs()) })
  const places = createBulkheads(limit.most)
  const refused = new Map<LoadClass, number>(loadClasses.map((load) => [load, 0]))
  let stopTicking: (() => void) | null = null
  let standingSince = 0
  let startedAt = 0
  let betweenTurns = 0
  let heldUntil = Number.NEGATIVE_INFINITY
  let pumping = false
  let told = { at: Number.NEGATIVE_INFINITY, refused: new Map(refused) }

  /** Count the wait from the end of the work that held the database. */
  function waited({ since }: Item): number {
    if (isHeld()) heldUntil = clock()
    return clock() - Math.max(since, heldUntil)
  }
  /** A caller beyond the fair share shortens only their own wait. */
  const isStanding = () => line.fairSize() > 0 && clock() - Math.max(standingSince, heldUntil) > standingMs
  const patience = (load: LoadClass): number => patienceMs[load] * (!isUrgent(load) && isStanding() ? standingShare : 1)
  function isHopeless(item: Pick<Item, 'load' | 'caller'>): boolean {
    const ahead = line.ahead(item)
    return !isHeld() && (ahead >= shortLine || isStanding()) && ahead * betweenTurns > patience(item.load)
  }
  function refuse(item: Pick<Item, 'load' | 'refuse'>): void {
    refused.set(item.load, (refused.get(item.load) ?? 0) + 1)
    item.refuse(retrySeconds[item.load])
    tell()
  }
  function tell(): void {
    if (!onRefused || clock() - told.at < tellMs) return
    const before = told.refused
    told = { at: clock(), refused: new Map(refused) }
    onRefused(
      Object.fromEntries(
        loadClasses.map((load) => [load, (refused.get(load) ?? 0) - (before.get(load) ?? 0)]),
      ) as Record<LoadClass, number>,
    )
  }
  const hasPlace = ({ load, name }: Item) => places.admits(load, name)
  const begin = (item: Item): void => {
    places.take(item.load, item.name, item.calls)
    if (item.load !== 'heavy') item.served = beginServing()
    usage.count(item.caller, item.calls)
    item.enter()
  }
  /** Start as many requests as there are slots; a request that ends at once is followed without recursion. */
  function pump(): void {
    if (pumping) return
    if (arrivals.areExpected()) {
      arrivals.afterwards(pump)
      return
    }
    pumping = true
    for (let item = line.next(hasPlace); item; item = line.next(hasPlace)) {
      const now = clock()
      betweenTurns += newest * (Math.min(now - startedAt, tellMs) - betweenTurns)
      startedAt = now
      begin(item)
    }
    pumping = false
    if (line.size() > 0) return
    stopTicking?.()
    stopTicking = null
  }
  function tick(): void {
    limit.adapt(line.size() > 0)
    for (const item of line.removeWhere(
      (one) => waited(one) > patience(one.load) || clock() - one.since > heldPatienceMs,
    ))
      refuse(item)
    pump()
  }
  function wait(item: Item): void {
    if (line.fairSize() === 0) standingSince = clock()
    if (line.size() === 0) {
      startedAt = clock()
      limit.begin()
      stopTicking ??= every(tickMs, tick)
    }
    if (isHopeless(item)) {
      refuse(item)
      return
    }
    const last = line.add(item)
    if (last) refuse(last)
  }
  return {
    turnAway(visit) {
      const isFutile = line.size() > 0 && isHopeless(visit)
      if (isFutile) refuse(visit)
      return isFutile
    },
    visit(visit) {
      const item: Item = { ...visit, since: clock() }
      let isOver = false
      let begunAt: number | null = null
      item.enter = () => {
        begunAt = clock()
        visit.enter()
      }
      if (line.size() === 0 && hasPlace(item) && !arrivals.areExpected()) begin(item)
      else {
        wait(item)
        pump()
      }
      return () => {
        if (isOver) return
        isOver = true
        if (begunAt === null) line.remove(item)
        else {
          places.giveBack(item.load, item.name, item.calls)
          item.served?.()
          // While the database is held, a long duration says nothing about the machine.
          if (line.size() > 0 && item.load !== 'charts' && item.load !== 'heavy' && !isHeld())
            limit.answered(clock() - begunAt)
        }
        pump()
      }
    },
    state: () => ({
      limit: limit.most(),
      loads: loadClasses.map((load) => ({
        load,
        running: places.taken(load),
        waiting: line.size(load),
        refused: refused.get(load) ?? 0,
      })),
    }),
  }
}
