import { useEffect } from 'react'
import { sessionLife } from '#shared/session-limits.ts'
import { isSignedIn } from './session.ts'
import { signedOutForIdleness } from './signed-out.ts'

/** Documented. */
const checkMilliseconds = 5_000
/** The minimum time between two writes of the last activity. */
const writeMilliseconds = 1_000
const storageKey = 'last_activity'
const activities = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel', 'scroll'] as const

/**
 * Watch the activity of all tabs together; if there was none, end the session on the server through `end` and show a
 * message.
 */
export function useIdleLogout(end: () => void): void {
  useEffect(() => {
    let written = 0
    const active = () => {
      const now = Date.now()
      if (now - written < writeMilliseconds) return
      written = now
      localStorage.setItem(storageKey, String(now))
    }
    const check = () => {
      const last = Number(localStorage.getItem(storageKey)) || written
      // An ended session does not end again before a new one begins.
      if (!isSignedIn() || Date.now() - last < sessionLife.idleMilliseconds) return
      end()
      signedOutForIdleness()
    }
    const timer = setInterval(check, checkMilliseconds)
    for (const activity of activities) addEventListener(activity, active, { capture: true, passive: true })
    active()
    return () => {
      clearInterval(timer)
      for (const activity of activities) removeEventListener(activity, active, true)
    }
  }, [end])
}
