import { useSyncExternalStore } from 'react'

/** The user who signs in again over the current page, and what to do on cancel. */
export type SignInAgain = { userId: number; userName: string; onCancel: () => void }

let asked: SignInAgain | null = null
const listeners = new Set<() => void>()
const put = (next: SignInAgain | null): void => {
  asked = next
  for (const listener of listeners) listener()
}

/** Ask for the password over the page, so that nothing on it is lost. */
export const askSignInAgain = (request: SignInAgain): void => put(request)
/** Close the dialog: signed in, here or in another tab, or cancelled. */
export const endSignInAgain = (): void => put(null)

/** The current request, for the dialog's host and for messages of other tabs. */
export const signInAsked = (): SignInAgain | null => asked
export const useSignInAsked = (): SignInAgain | null =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, signInAsked)
