import { useSyncExternalStore } from 'react'

/** Who signs in again over the page that he was working on, and what happens when he does not. */
export type SignInAgain = { userId: number; userName: string; onCancel: () => void }

let asked: SignInAgain | null = null
const listeners = new Set<() => void>()
const put = (next: SignInAgain | null): void => {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks for the password over the page, so that nothing on it is lost. */
export const askSignInAgain = (request: SignInAgain): void => put(request)
/** Signed in, here or in another tab, or given up. */
export const endSignInAgain = (): void => put(null)

/** Who is asked now; for the host of the dialog, and for what the other tabs tell. */
export const signInAsked = (): SignInAgain | null => asked
export const useSignInAsked = (): SignInAgain | null =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, signInAsked)
