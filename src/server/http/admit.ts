import type { Request, RequestHandler, Response } from 'express'
import type { Admission } from '#server/load/admission.ts'
import type { Callers } from '#server/load/callers.ts'
import type { LoadClass } from '#server/load/load-classes.ts'
import { askedOf } from './classify-request.ts'
import { isProbe } from './probes.ts'
import type { Shed } from './shed.ts'

/** Maximum time, in ms, that a call counts as running: a longer one waits for a thread, a file or its reader. */
const longestHold: Partial<Record<LoadClass, number>> = { heavy: 1_000 }
/** A body that arrives slower than this, in ms, is received without a slot. */
const slowBodyMs = 2_000
/** Maximum time, in ms, for a body to arrive before its call is checked without it: a refused call needs no body. */
const arrivalMs = 200
/** Maximum time, in ms, that such a check holds a slot; its body is then received without one. */
const lookMs = 50

/** Several listeners wait for the end of a response (log, metrics, file streams); none of them leaks. */
const mostListeners = 20

const hasBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/**
 * Call `go` when the body has arrived, or as much of it as is buffered; with `late` when it has not arrived in time, or
 * when its sender waits for "100 Continue".
 */
function whenArrived(request: Request, go: (late: boolean) => void): void {
  const isThere = () => request.complete || request.readableLength >= request.readableHighWaterMark
  const isAsking = request.headers.expect !== undefined
  if (!hasBody(request) || isThere() || isAsking) {
    go(isAsking)
    return
  }
  // A small body comes with its head, and the parser delivers it in this turn: no timer and no listener for it.
  setImmediate(() => {
    if (isThere()) return go(false)
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
  })
}

export type AdmitOptions = {
  admission: Pick<Admission, 'visit' | 'turnAway'>
  callers: Pick<Callers, 'of'>
  shed: Shed
  /** Called when a request was refused because of overload. */
  onShed: (request: Request, response: Response) => void
}

/**
 * Let a request pass when its turn has come, and answer 503 when there is no time for it: before the session is looked
 * up, before a byte of the body is read, and for a hopeless request before the body is awaited. The admission only
 * needs path, token and address.
 */
export function admit({ admission, callers, shed, onShed }: AdmitOptions): RequestHandler {
  return (request, response, next) => {
    if (isProbe(request)) return next()
    const asked = askedOf(request)
    // Name the route for the metrics, also when the call is refused here.
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
    // `prefinish` fires when the response is written, before it is sent: a slow reader holds no slot.
    response.setMaxListeners(mostListeners)
    response.on('prefinish', over)
    response.on('close', over)
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
