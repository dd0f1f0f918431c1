import { TRPCClientError } from '@trpc/client'
import { type ErrorCode, errorTable } from '#shared/errors.ts'
import { ForeignAnswer, isAway } from './connection.ts'
import { say } from './i18n.ts'
import { signedOut } from './signed-out.ts'
import { toastError } from './ui/toast.ts'

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && code in errorTable

/** The code of a refusal, null when the server did not answer at all. */
export function codeOf(error: unknown): ErrorCode | null {
  if (!(error instanceof TRPCClientError)) return null
  const data: unknown = error.data
  const code = typeof data === 'object' && data !== null && 'appCode' in data ? data.appCode : null
  return isErrorCode(code) ? code : null
}

/** One sentence for a failed call: the server's own words, which are in the caller's language, or why it could not be reached. */
export function messageOf(error: unknown): string {
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

/** What happens with every failed call unless its `meta.silent` says otherwise: the signed-out box, or one toast. `byHand` = somebody pressed something, `typing` = in a form. */
export function reportFailure(error: unknown, byHand: boolean, typing = false): void {
  if (meansSignedOut(error)) signedOut(byHand, typing)
  // The bar says it once for everything that is read while the server is away.
  else if (byHand || codeOf(error) !== null || !isAway()) toastError(messageOf(error))
}
