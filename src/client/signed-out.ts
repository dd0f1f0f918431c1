import { say } from './i18n.ts'
import { loginPath } from './redirect.ts'
import { adoptToken, forgetSession, rememberedSessionInfo } from './session.ts'
import { closeSignInAgain, requestSignInAgain, signInRequest } from './sign-in-again.ts'
import { notifyTabs, onTabMessage } from './tabs.ts'
import { readToken } from './token.ts'
import { askConfirm, closeBox, showAlert } from './ui/box.ts'

// Show one box at a time, and none after the user ended the session on purpose.
let handled = false
// The user chose to stay on a page whose session has ended: only user actions ask again.
let stays = false
// The user is asked whether to sign in again.
let asks = false

const here = () => location.pathname + location.search
const isShown = (selector: string) => document.querySelector(selector) !== null
/** A form may contain typed text, which leaving the page would lose; `useAskBeforeLosing` marks those of the page. */
const hasForm = () => isShown(':is([role=dialog], [role=alertdialog]) :is(form, input), [data-unsaved]')

/** So may a dialog that has only begun to load. */
const mayLoseText = () => isShown('[role=dialog]') || hasForm()

/** Load the sign-in page as a new document, which resets routes, caches and everything else in memory. */
function leave(path: string): void {
  handled = true
  forgetSession()
  location.assign(path)
}

/** Sign out: end the session in this tab and in all others of this browser, and go to the sign-in page. */
export function leaveForLogin(path = '/login'): void {
  notifyTabs({ kind: 'ended', token: readToken() })
  leave(path)
}

type Person = { userId: number; userName: string }
const person = (): Person | null => {
  const info = rememberedSessionInfo()
  return info && { userId: info.id, userName: info.userName }
}

/** Let the same user sign in over the page; if no user is known, go to the sign-in page. */
function signInHere(who: Person | null, onCancel: () => void): void {
  if (who === null) {
    leave(loginPath(here()))
    return
  }
  handled = true
  requestSignInAgain({
    ...who,
    onCancel: () => {
      closeSignInAgain()
      handled = false
      onCancel()
    },
  })
}

const stay = () => {
  stays = true
}

/**
 * Handle codes 50008, 50012, 50014: ask over the page whether to sign in again, so that nothing on it is lost;
 * cancelling keeps the page as it is. Over a form, ask for the password at once. `typing` = a form reports the failure
 * itself; if another tab has signed in meanwhile, the user can send the form again without losing anything.
 */
export function signedOut(byHand: boolean, typing = false): void {
  if (handled || (stays && !byHand)) return
  if (adoptToken()) {
    handled = !typing
    if (!typing) location.reload()
    return
  }
  if (typing || hasForm()) {
    signInHere(person(), stay)
    return
  }
  handled = true
  asks = true
  void askConfirm({
    message: say('session.signedOut'),
    confirmText: say('session.signInAgain'),
    cancelText: say('session.stay'),
  }).then((again) => {
    // Another tab has signed in meanwhile.
    if (!asks) return
    asks = false
    handled = false
    if (again) signInHere(person(), stay)
    else stay()
  })
}

/**
 * Thirty minutes without activity: end the session at once, and go to the sign-in page when the alert is closed; where
 * typed text would be lost, only ask for the password.
 */
export function signedOutForIdleness(): void {
  if (handled) return
  handled = true
  const [back, who] = [loginPath(here()), person()]
  forgetSession({ quietly: true })
  void showAlert({ title: say('session.title'), message: say('session.idle') }).then(() => {
    if (mayLoseText()) signInHere(who, () => leave(back))
    else leave(back)
  })
}

/** A new session has begun, which can end again. */
export const sessionBegins = (): void => {
  handled = false
  stays = false
  if (!asks) return
  asks = false
  closeBox(say('session.signedOut'))
}

/** The user whose session has ended in this tab, while the page is kept. */
const waitsFor = (): number | undefined => signInRequest()?.userId ?? (stays || asks ? person()?.userId : undefined)

/**
 * Follow the session changes of other tabs of this browser; `onBegun` = this tab is signed in again. Return the
 * function that stops it.
 */
export const followTabs = (onBegun: () => void): (() => void) =>
  onTabMessage((message) => {
    if (message.kind === 'begun') {
      if (waitsFor() !== message.userId || !adoptToken(message.token)) return
      closeSignInAgain()
      sessionBegins()
      onBegun()
    } else if (message.token !== null && message.token === readToken() && !handled) {
      if (mayLoseText()) signInHere(person(), () => leave('/login'))
      else leave('/login')
    }
  })
