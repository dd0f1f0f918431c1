import { say } from './i18n.ts'
import { loginPath } from './redirect.ts'
import { adoptToken, forgetSession } from './session.ts'
import { askConfirm, showAlert } from './ui/box.ts'

// One box at a time, and none after the session was ended here on purpose.
let handled = false
// Somebody chose to stay on a page whose session is over: only what is done by hand asks again.
let stays = false

/** Ends the session in this tab and loads the sign-in page freshly, which resets routes, caches and everything else in memory. */
export function leaveForLogin(path = '/login'): void {
  handled = true
  forgetSession()
  location.assign(path)
}

const here = () => location.pathname + location.search

/**
 * Codes 50008, 50012, 50014: asks whether to sign in again; cancelling stays on the page with everything on it.
 * `typing` = a form says itself what happened; where another tab has signed in meanwhile, it is sent again and loses nothing.
 */
export function signedOut(byHand: boolean, typing = false): void {
  if (handled || (stays && !byHand)) return
  if (adoptToken()) {
    handled = !typing
    if (!typing) location.reload()
    return
  }
  handled = true
  void askConfirm({ message: say('session.signedOut'), confirmText: say('session.signInAgain'), cancelText: say('session.stay') }).then((again) => {
    handled = false
    stays = !again
    if (again) leaveForLogin(loginPath(here()))
  })
}

/** Thirty minutes without activity: the session is over at once, the sign-in page comes when the alert is closed. */
export function signedOutForIdleness(): void {
  if (handled) return
  handled = true
  const back = loginPath(here())
  forgetSession({ quietly: true })
  void showAlert({ title: say('session.title'), message: say('session.idle') }).then(() => leaveForLogin(back))
}

/** A session that begins anew may end anew. */
export const sessionBegins = (): void => {
  handled = false
  stays = false
}
