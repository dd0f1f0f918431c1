/** Did a documented call succeed? The documents define the code A00000 as equal to 200. */
export const isSuccess = (code: unknown): boolean => code === 200 || code === 'A00000'

const signedOutCodes: readonly unknown[] = [50008, 50012, 50014]
/** Is the token unknown, the session ended elsewhere, or the session expired? */
export const isSignedOut = (code: unknown): boolean => signedOutCodes.includes(code)
