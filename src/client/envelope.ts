/** Did a documented call succeed? The documents have the code A00000 read as 200. */
export const isSuccess = (code: unknown): boolean => code === 200 || code === 'A00000'

const signedOutCodes: readonly unknown[] = [50008, 50012, 50014]
/** Token unknown, session ended elsewhere, session expired. */
export const isSignedOut = (code: unknown): boolean => signedOutCodes.includes(code)
