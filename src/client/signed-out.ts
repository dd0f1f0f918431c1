import { say } from './i18n.ts'
import { loginPath } from './redirect.ts'
import { adoptToken, forgetSession, rememberedSessionInfo } from './session.ts'
import { askSignInAgain, endSignInAgain, signInAsked } from './sign-in-again.ts'
import { hearTabs, tellTabs } from './tabs.ts'
import { readToken } from './token.ts'
import { askConfirm, showAlert } from './ui/box.ts'

// One box at a time, and none after the session was ended here on purpose.
let handled = false
// Somebody chose to stay on a page whose session is over: only what is done by hand asks again.
let stays = false

const here = () => location.pathname + location.search
/** A dialog may hold what somebody has typed, which a page that is left would lose. */
const isDialogOpen = () => document.querySelector('[role=dialog]') !== null

/** Loads the sign-in page freshly, which resets routes, caches and everything else in memory. */
function leave(path: string): void {
  handled = true
  forgetSession()
  location.assign(path)
}

/** Somebody signs out: the session ends in this tab and in all others of this browser, and the sign-in page comes. */
export function leaveForLogin(path = '/login'): void {
  tellTabs({ kind: 'ended', token: readToken() })
  leave(path)
}

type Person = { userId: number; userName: string }
const person = (): Person | null => {
  const info = rememberedSessionInfo()
  return info && { userId: info.id, userName: info.userName }
}

/** The same person signs in over the page; somebody of whom nothing is known goes to the sign-in page. */
function signInHere(who: Person | null, onCancel: () => void): void {
  if (who === null) {
    leave(loginPath(here()))
    return
  }
  handled = true
  askSignInAgain({
    ...who,
    onCancel: () => {
      endSignInAgain()
      handled = false
      onCancel()
    },
  })
}

const stay = () => {
  stays = true
}

/**
 * Codes 50008, 50012, 50014: asks whether to sign in again, over the page, so that nothing on it is lost; cancelling stays on the page with everything on it.
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
  void askConfirm({
    message: say('session.signedOut'),
    confirmText: say('session.signInAgain'),
    cancelText: say('session.stay'),
  }).then((again) => {
    handled = false
    if (again) signInHere(person(), stay)
    else stay()
  })
}

/**
 * Thirty minutes without activity: the session is over at once, the sign-in page comes when the alert is closed; over an open dialog the
 * password alone is asked for.
 */
export function signedOutForIdleness(): void {
  if (handled) return
  handled = true
  const [back, who] = [loginPath(here()), person()]
  forgetSession({ quietly: true })
  void showAlert({ title: say('session.title'), message: say('session.idle') }).then(() => {
    if (isDialogOpen()) signInHere(who, () => leave(back))
    else leave(back)
  })
}

/** A session that begins anew may end anew. */
export const sessionBegins = (): void => {
  handled = false
  stays = false
}

/** Follows what other tabs of this browser do with the session; `onBegun` = this tab has it again. Answers how to stop. */
export const followTabs = (onBegun: () => void): (() => void) =>
  hearTabs((message) => {
    if (message.kind === 'begun') {
      if (signInAsked()?.userId !== message.userId || !adoptToken()) return
      endSignInAgain()
      sessionBegins()
      onBegun()
    } else if (message.token !== null && message.token === readToken() && !handled) {
      if (isDialogOpen()) signInHere(person(), () => leave('/login'))
      else leave('/login')
    }
  })
