import { TRPCClientError } from '@trpc/client'
import { type ErrorCode, errorTable } from '#shared/errors.ts'
import { ForeignAnswer, isAway } from './connection.ts'
import { say } from './i18n.ts'
import { signedOut } from './signed-out.ts'
import { toastError } from './ui/toast.ts'

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && code in errorTable

/** Return the code of a refusal; null if the server did not respond at all. */
export function codeOf(error: unknown): ErrorCode | null {
  if (!(error instanceof TRPCClientError)) return null
  const data: unknown = error.data
  const code = typeof data === 'object' && data !== null && 'appCode' in data ? data.appCode : null
  return isErrorCode(code) ? code : null
}

/** A chosen file was changed or deleted before it was read. */
const isUnreadable = (error: unknown) =>
  error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError')

/**
 * Return one sentence about a failed call: the server's message, which is in the caller's language, or why the server
 * could not be reached.
 */
export function messageOf(error: unknown): string {
  if (isUnreadable(error)) return say('ui.fileChanged')
  if (error instanceof TRPCClientError && codeOf(error) !== null) return error.message
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof ForeignAnswer) return say('net.troubled', { status: cause.status })
  const timedOut = [error, cause].some((one) => one instanceof DOMException && one.name === 'TimeoutError')
  return say(timedOut ? 'ui.timedOut' : 'ui.networkFailed')
}

/** 50008, 50012, 50014: the token is unknown, ended or expired. */
export const meansSignedOut = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === 'TOKEN_UNKNOWN' || code === 'SESSION_ENDED' || code === 'SESSION_EXPIRED'
}

/**
 * Report a failed call without `meta.silent`: by the signed-out box, or by one toast. `byHand` = a user action caused
 * it, `typing` = in a form.
 */
export function reportFailure(error: unknown, byHand: boolean, typing = false): void {
  if (meansSignedOut(error)) signedOut(byHand, typing)
  else if (codeOf(error) !== null) toastError(messageOf(error))
  // The bar at the lower edge says that the server is unreachable, as long as it is: no second message, which stays.
  else void isAway().then((away) => away || toastError(messageOf(error)))
}
