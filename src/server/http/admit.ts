import type { Request, RequestHandler, Response } from 'express'
import type { Admission } from '#server/load/admission.ts'
import type { Callers } from '#server/load/callers.ts'
import type { LoadClass } from '#server/load/classes.ts'
import { askedOf } from './classify-request.ts'
import { isProbe } from './probes.ts'
import type { Shed } from './shed.ts'

/** How long, in ms, a call may count as one that is worked on: what takes longer waits for a thread, a file or the one who reads it. */
const longestHold: Partial<Record<LoadClass, number>> = { heavy: 1_000 }
/** A body that comes slower than this, in ms, is waited for without a place. */
const slowBodyMs = 2_000
/** How long, in ms, a body may take to arrive before its call is looked at without it: one that is refused needs none. */
const arrivalMs = 200
/** How long, in ms, looking at such a call may hold a place; its body is waited for without one. */
const lookMs = 50

/** The log, the metrics, the streams of a file and others besides wait for the end of an answer, and none of them leaks. */
const mostListeners = 20

const hasBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/**
 * Calls `go` when the body is there, or as much of it as is held unread; `late` when it has not come in time, or its sender waits to be
 * asked for it ("Expect: 100-continue").
 */
function whenArrived(request: Request, go: (late: boolean) => void): void {
  const isThere = () => request.complete || request.readableLength >= request.readableHighWaterMark
  const isAsking = request.headers.expect !== undefined
  if (!hasBody(request) || isThere() || isAsking) {
    go(isAsking)
    return
  }
  const end = (late: boolean) => {
    clearTimeout(timer)
    request.off('readable', look)
    go(late)
  }
  const look = () => {
    if (isThere() || request.destroyed) end(false)
  }
  const timer = setTimeout(() => end(true), arrivalMs)
  request.on('readable', look)
}

export type AdmitOptions = {
  admission: Pick<Admission, 'visit' | 'turnAway'>
  callers: Pick<Callers, 'of'>
  shed: Shed
  /** A request was answered that it cannot be served now. */
  onShed: (request: Request, response: Response) => void
}

/**
 * Lets a request pass when its turn has come, and answers 503 for those that there is no time for: before the session is looked up, before
 * a byte of the body is read, and for those without a chance before the body is waited for. What the admission needs is known from path,
 * token and address alone.
 */
export function admit({ admission, callers, shed, onShed }: AdmitOptions): RequestHandler {
  return (request, response, next) => {
    if (isProbe(request)) return next()
    const asked = askedOf(request)
    // Named in the metrics, also when the call is refused here.
    if (asked.route !== null) response.locals.route = asked.route
    const caller = callers.of(request)
    const refuse = (seconds: number) => {
      shed(request, response, asked.door, seconds)
      onShed(request, response)
    }
    if (admission.turnAway({ load: asked.load, caller, refuse })) return
    let leave: (() => void) | null = null
    let isOver = false
    const over = () => {
      if (!isOver) leave?.()
      isOver = true
    }
    const holdNoLongerThan = (milliseconds: number, when: () => boolean = () => true) =>
      setTimeout(() => when() && over(), milliseconds).unref()
    // All of an answer is written before the last of it has left: a slow reader holds no place.
    response.setMaxListeners(mostListeners)
    response.once('prefinish', over)
    response.once('close', over)
    whenArrived(request, (late) => {
      if (isOver) return
      leave = admission.visit({
        load: asked.load,
        name: asked.name,
        calls: asked.calls,
        caller,
        refuse,
        enter() {
          const longest = asked.isStream ? 0 : longestHold[asked.load]
          if (longest !== undefined) holdNoLongerThan(longest)
          if (!request.complete) holdNoLongerThan(late ? lookMs : slowBodyMs, () => !request.complete)
          next()
        },
      })
      if (isOver) leave()
    })
  }
}
