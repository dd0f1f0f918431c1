import { performance } from 'node:perf_hooks'
import { beginServing } from '#server/giving-way.ts'
import { type Arrivals, arrivals as arrivalsOfProcess } from './arrivals.ts'
import { createBulkheads } from './bulkheads.ts'
import type { Caller } from './callers.ts'
import { isUrgent, type LoadClass, loadClasses } from './classes.ts'
import { createLimit } from './limit.ts'
import { createLine, type Waiting } from './line.ts'
import { createUsage } from './usage.ts'

/** One request that asks to be worked on. */
export type Visit = {
  load: LoadClass
  /** The call; of several that travel together the first. */
  name: string
  /** How many calls travel together. */
  calls: number
  caller: Caller
  /** Its turn has come. */
  enter(): void
  /** It will not be worked on: come back after so many seconds. */
  refuse(retryAfterSeconds: number): void
}
export type Admission = {
  /** @returns what says that the request is over, or that nobody waits for it any more */
  visit(visit: Visit): () => void
  /** Refuses at once what would wait in vain. @returns whether it did */
  turnAway(visit: Pick<Visit, 'load' | 'caller' | 'refuse'>): boolean
  /** What the metrics show. */
  state(): { limit: number; loads: { load: LoadClass; running: number; waiting: number; refused: number }[] }
}
export type AdmissionOptions = {
  /** Milliseconds; they never go back. */
  clock?: () => number
  /** True while what holds the database ends by itself: then everybody waits his turn. */
  isHeld?: () => boolean
  /** New connections: while some arrive, nothing is begun. */
  arrivals?: Pick<Arrivals, 'areExpected' | 'afterwards'>
  /** Calls `work` every so many ms until the returned function is called. */
  every?: (milliseconds: number, work: () => void) => () => void
  /** The share of time, since it was last asked, in which this thread was busy. */
  utilization?: () => number
  /** How long, in ms, calls wait for a connection to the database because all are lent. */
  connectionWaitMs?: () => number
  /** Called at most every few seconds, with how many were refused since. */
  onRefused?: (refused: Record<LoadClass, number>) => void
}

/** How many may wait; beyond, somebody is refused at once. */
const mostWaiting = 512
/** So few are waited for, however slow this machine is: a handful of calls at the same moment is no burst. */
const shortLine = 64
/** How long a call of each class waits at most, in ms. With what it then takes it stays below the 1.5 s of trust.md O1. */
const patienceMs: Readonly<Record<LoadClass, number>> = {
  session: 1_300,
  saving: 1_300,
  reading: 900,
  charts: 600,
  heavy: 600,
}
/** A line that has stood for so long, in ms, is no peak that passes: waiting long would help nobody, so less urgent calls wait less. */
const standingMs = 1_500
const standingShare = 0.4
const heldPatienceMs = 20_000
const tickMs = 25
const tellMs = 5_000
const retrySeconds: Readonly<Record<LoadClass, number>> = { session: 1, saving: 1, reading: 2, charts: 3, heavy: 5 }
/** Weight of the newest interval in the mean of the intervals between turns. */
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
 * Lets no more requests be worked on at a time than the process can finish quickly; the others wait their turn for about a second,
 * by urgency and fairly among companies and sessions, and anyone who cannot be served by then is told so at once.
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

  /** Waiting counts from the end of what held the database, which nobody could shorten. */
  function waited({ since }: Item): number {
    if (isHeld()) heldUntil = clock()
    return clock() - Math.max(since, heldUntil)
  }
  /** Anyone who asks for more than his share makes nobody but himself wait less. */
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
  /** Works on as many as there are places; what ends at once is followed by the next without going deeper. */
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
          // While something holds the database, long says nothing of the machine.
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
