import { performance } from 'node:perf_hooks'
import { beginServing } from '#server/giving-way.ts'
import { type Arrivals, arrivals as arrivalsOfProcess } from './arrivals.ts'
import { createBulkheads } from './bulkheads.ts'
import { createLine, type Waiting } from './call-queue.ts'
import type { Caller } from './callers.ts'
import { createLimit } from './concurrency-limit.ts'
import { type LoadClass, loadClasses } from './load-classes.ts'
import { createPatience } from './patience.ts'
import { createRefusals } from './refusals.ts'
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
const tickMs = 25

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

type Item = Visit & Waiting & { served?: () => void }
type QueueParts = {
  clock: () => number
  isHeld: () => boolean
  arrivals: Pick<Arrivals, 'areExpected' | 'afterwards'>
  every: (milliseconds: number, work: () => void) => () => void
  limit: ReturnType<typeof createLimit>
  places: ReturnType<typeof createBulkheads>
  refusals: ReturnType<typeof createRefusals>
}

/** The queue of requests that wait for a slot, and the start of the next ones. */
function createQueue({ clock, isHeld, arrivals, every, limit, places, refusals }: QueueParts) {
  const usage = createUsage(clock)
  const line = createLine<Item>(mostWaiting, usage)
  const patience = createPatience(line, { clock, isHeld })
  let stopTicking: (() => void) | null = null
  let pumping = false

  const hasPlace = ({ load, name }: Item) => places.admits(load, name)
  function begin(item: Item): void {
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
      patience.turn()
      begin(item)
    }
    pumping = false
  }
  function tick(): void {
    // Only here, not when the queue becomes empty: under load it does so a thousand times a second.
    if (line.size() === 0) {
      stopTicking?.()
      stopTicking = null
      return
    }
    limit.adapt()
    for (const item of line.removeWhere(patience.isOver)) refusals.refuse(item)
    pump()
  }
  function wait(item: Item): void {
    patience.queueing()
    if (!stopTicking) {
      limit.begin()
      stopTicking = every(tickMs, tick)
    }
    const refused = patience.isHopeless(item) ? item : line.add(item)
    if (refused) refusals.refuse(refused)
  }
  return {
    size: line.size,
    remove: line.remove,
    isHopeless: patience.isHopeless,
    pump,
    /** Start a request, or queue it when all slots are taken. */
    enter(item: Item): void {
      if (line.size() === 0 && hasPlace(item) && !arrivals.areExpected()) begin(item)
      else {
        wait(item)
        // What waited before has found no place, and a new call takes none away.
        if (hasPlace(item)) pump()
      }
    },
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
  const limit = createLimit({ clock, utilization, connectionWaitMs: () => (isHeld() ? 0 : connectionWaitMs()) })
  const places = createBulkheads(limit.most)
  const refusals = createRefusals(clock, onRefused)
  const queue = createQueue({ clock, isHeld, arrivals, every, limit, places, refusals })
  return {
    turnAway(visit) {
      const isFutile = queue.size() > 0 && queue.isHopeless(visit)
      if (isFutile) refusals.refuse(visit)
      return isFutile
    },
    visit(visit) {
      const { load, name, calls, caller } = visit
      let isOver = false
      let begunAt: number | null = null
      const enter = () => {
        begunAt = clock()
        visit.enter()
      }
      const item: Item = { load, name, calls, caller, enter, refuse: visit.refuse, since: clock() }
      queue.enter(item)
      return () => {
        if (isOver) return
        isOver = true
        if (begunAt === null) queue.remove(item)
        else {
          places.giveBack(item.load, item.name, item.calls)
          item.served?.()
          // While the database is held, a long duration says nothing about the machine.
          if (queue.size() > 0 && item.load !== 'charts' && item.load !== 'heavy' && !isHeld())
            limit.answered(clock() - begunAt)
        }
        queue.pump()
      }
    },
    state: () => ({
      limit: limit.most(),
      loads: loadClasses.map((load) => ({
        load,
        running: places.taken(load),
        waiting: queue.size(load),
        refused: refusals.count(load),
      })),
    }),
  }
}
