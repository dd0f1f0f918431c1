import { useCallback, useState } from 'react'
import { reportFailure } from '#client/failures.ts'
import { say } from '#client/i18n.ts'
import { queryClient } from '#client/query-client.ts'
import { keepSessionInfo, keepToken, rememberUser } from '#client/session.ts'
import { sessionBegins } from '#client/signed-out.ts'
import { trpc } from '#client/trpc.ts'
import { showAlert } from '#client/ui/box.ts'
import type { LoginAnswer } from '#shared/auth.ts'

type Credentials = { userName: string; password: string; companyId: number | undefined; remember: boolean }

/** Takes an answer in: token, person, routes. Whatever was loaded for somebody else is dropped. */
function useEnter(): (answer: LoginAnswer) => void {
  const utils = trpc.useUtils()
  return (answer) => {
    queryClient.clear()
    sessionBegins()
    keepSessionInfo(answer)
    utils.auth.info.setData(undefined, answer)
    keepToken(answer.token)
    if (answer.lastPasswordResetDate === null) void showAlert({ message: say('login.resetReminder') })
  }
}

/** Signs in by name and password. The password leaves this function only wrapped with the server's key, and is kept nowhere. */
export function useSignIn(): { signIn: (credentials: Credentials) => Promise<boolean>; busy: boolean; warmUp: () => void } {
  const utils = trpc.useUtils()
  const login = trpc.auth.login.useMutation({ meta: { silent: true } })
  const enter = useEnter()
  const [busy, setBusy] = useState(false)
  const cipher = () => Promise.all([import('#shared/password.ts'), utils.auth.publicKey.fetch(undefined, { staleTime: Number.POSITIVE_INFINITY })])

  const signIn = async ({ userName, password, companyId, remember }: Credentials) => {
    setBusy(true)
    try {
      const [{ encryptPassword }, { pem }] = await cipher()
      const answer = await login.mutateAsync({ userName, password: encryptPassword(pem, password), companyId })
      rememberUser(remember ? userName : null)
      enter(answer)
      return true
    } catch (error) {
      reportFailure(error, true)
      return false
    } finally {
      setBusy(false)
    }
  }
  // Fetched while the password is being typed, so that pressing the button has nothing left to wait for.
  return { signIn, busy, warmUp: () => void cipher().catch(() => {}) }
}

/** Signs in by a one-time ticket; `onDone` either way, a refusal being told like every other. */
export function useTicketSignIn(onDone: () => void): { redeem: (ticket: string) => void } {
  const { mutate } = trpc.auth.loginByTicket.useMutation({ onSuccess: useEnter(), onSettled: onDone })
  return { redeem: useCallback((token: string) => mutate({ token }), [mutate]) }
}
