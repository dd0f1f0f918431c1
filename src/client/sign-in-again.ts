import { createStore } from './external-store.ts'

/** The user who signs in again over the current page, and what to do on cancel. */
export type SignInAgain = { userId: number; userName: string; onCancel: () => void }

const request = createStore<SignInAgain | null>(null)

/** Ask for the password over the page, so that nothing on it is lost. */
export const requestSignInAgain = (next: SignInAgain): void => request.set(next)
/** Close the dialog: signed in, here or in another tab, or cancelled. */
export const closeSignInAgain = (): void => request.set(null)

/** The current request, for the dialog's host and for messages of other tabs. */
export const signInRequest = (): SignInAgain | null => request.get()
export const useSignInRequest = (): SignInAgain | null => request.useStored()
