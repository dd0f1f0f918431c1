import { useEffect } from 'react'
import { isSignedIn } from './session.ts'
import { signedOutForIdleness } from './signed-out.ts'

/** Documented: half an hour without activity, looked at every five seconds. */
export const idleMilliseconds = 1_800_000
const checkMilliseconds = 5_000
/** Activity is written at most this often. */
const writeMilliseconds = 1_000
const storageKey = 'last_activity'
const activities = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel', 'scroll'] as const

/** Watches for activity in all tabs together; when there was none, ends the session on the server through `end` and says so. */
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
      // A session that is over ends only once it has begun again.
      if (!isSignedIn() || Date.now() - last < idleMilliseconds) return
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
