import { useCallback, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { reportFailure } from '#client/failures.ts'
import { say } from '#client/i18n.ts'
import { askedFirst } from '#client/leaving.ts'
import { queryClient } from '#client/query-client.ts'
import { isDeviceRemembered, keepSessionInfo, keepToken, rememberDevice, rememberUser } from '#client/session.ts'
import { sessionBegins } from '#client/signed-out.ts'
import { notifyTabs } from '#client/tabs.ts'
import { trpc } from '#client/trpc.ts'
import { showAlert } from '#client/ui/box.ts'
import { toastWarning } from '#client/ui/toast.ts'
import type { LoginAnswer } from '#shared/auth.ts'
import type { OwnSessions } from '#shared/own-account.ts'
import { mostBrowserSessions } from '#shared/session-limits.ts'

type Credentials = { userName: string; password: string; companyId: number | undefined; remember: boolean }

/** A page that stays open has to fetch a new key before the server rejects the old one. */
const keyMilliseconds = 60 * 60_000

/** Warn before the sign-in that it will end the oldest session. */
async function warnOfSessionLimit(read: () => Promise<OwnSessions>): Promise<void> {
  const { sessions } = await read().catch(() => ({ sessions: [] }))
  const browsers = sessions.filter(({ kind }) => kind === 'browser')
  if (browsers.length < mostBrowserSessions) return
  // Short, and with a link instead of an explanation: the message is over the menu, or over the end of a phone's page.
  toastWarning(say('login.fullHouse', { count: browsers.length }), {
    label: say('route.profile'),
    act: () => askedFirst('/profile/index', () => navigate('/profile/index')),
  })
}

/** Process a response: token, user, routes. Drop all data loaded for another user. */
function useStartSession(): (answer: LoginAnswer) => void {
  const utils = trpc.useUtils()
  return (answer) => {
    queryClient.clear()
    sessionBegins()
    keepSessionInfo(answer)
    utils.auth.info.setData(undefined, answer)
    keepToken(answer.token)
    // Another tab of this user may be asking for the password.
    notifyTabs({ kind: 'begun', userId: answer.id, token: answer.token })
    if (answer.lastPasswordResetDate === null) void showAlert({ message: say('login.resetReminder') })
    else void warnOfSessionLimit(() => utils.auth.sessions.fetch())
  }
}

type SignIn = {
  signIn: (credentials: Credentials) => Promise<boolean>
  /** Sign in without the password, by the cookie of this device. */
  signInByDevice: () => Promise<boolean>
  busy: boolean
  warmUp: () => void
}

/**
 * Sign in by name and password, or by the remembered device. The password is only sent encrypted with the server's key,
 * and is never stored. `take` = handles the response, if the page stays; `onRefused` = shows a failure instead of the
 * toast.
 */
export function useSignIn(take?: (answer: LoginAnswer) => void, onRefused?: (error: unknown) => void): SignIn {
  const utils = trpc.useUtils()
  const login = trpc.auth.login.useMutation({ meta: { silent: true } })
  const refresh = trpc.auth.refresh.useMutation({ meta: { silent: true } })
  const begin = useStartSession()
  const enter = take ?? begin
  const [busy, setBusy] = useState(false)
  const cipher = () =>
    Promise.all([
      import('#shared/password-encryption.ts'),
      utils.auth.publicKey.fetch(undefined, { staleTime: keyMilliseconds }),
    ])

  const attempt = async (work: () => Promise<LoginAnswer | null>) => {
    setBusy(true)
    try {
      const answer = await work()
      if (answer) enter(answer)
      return answer !== null
    } catch (error) {
      if (onRefused) onRefused(error)
      else reportFailure(error, true)
      return false
    } finally {
      setBusy(false)
    }
  }
  const signIn = ({ userName, password, companyId, remember }: Credentials) =>
    attempt(async () => {
      const [{ encryptPassword }, { pem }] = await cipher()
      const answer = await login.mutateAsync({
        userName,
        password: encryptPassword(pem, password),
        companyId,
        remember,
      })
      rememberUser(remember ? userName : null)
      // If the user no longer wants to be remembered, the server must also forget the device.
      if (!remember && isDeviceRemembered()) await refresh.mutateAsync({ forget: true }).catch(() => null)
      rememberDevice(remember)
      return answer
    })
  const signInByDevice = async () => {
    // One tab at a time: a token can be used once, and the second tab finds the next one in the cookie.
    const entered = await attempt(() => navigator.locks.request('remembered-device', () => refresh.mutateAsync({})))
    if (!entered) rememberDevice(false)
    return entered
  }
  // Fetch the key while the user types the password, so that the submit does not wait for it.
  return { signIn, signInByDevice, busy, warmUp: () => void cipher().catch(() => {}) }
}

/** Sign in by a one-time ticket; call `onDone` after success and failure. A refusal is reported as usual. */
export function useTicketSignIn(onDone: () => void): { redeem: (ticket: string) => void } {
  const { mutate } = trpc.auth.loginByTicket.useMutation({ onSuccess: useStartSession(), onSettled: onDone })
  return { redeem: useCallback((token: string) => mutate({ token }), [mutate]) }
}
