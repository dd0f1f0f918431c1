import { useEffect, useState } from 'react'
import { codeOf, messageOf } from '#client/failures.ts'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { toastSuccess } from '#client/ui/toast.ts'
import { codeWaitSeconds } from '#shared/own-account.ts'

const second = 1_000

/** Request a code by text message, and count the seconds until the next may be requested. */
export function useCode(): {
  send: (phone: string) => Promise<string | null>
  busy: boolean
  seconds: number
  minutes: number | null
} {
  const call = trpc.auth.sendCode.useMutation({ meta: { silent: true } })
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  const seconds = Math.max(0, Math.ceil((until - now) / second))
  const waits = seconds > 0
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => setNow(Date.now()), second)
    return () => clearInterval(timer)
  }, [waits])
  const waitFor = (length: number) => {
    setNow(Date.now())
    setUntil(Date.now() + length * second)
  }
  /** Return an error message, or null. */
  const send = async (phone: string) => {
    try {
      await call.mutateAsync({ phone })
      toastSuccess(say('account.sent'))
      waitFor(codeWaitSeconds)
      return null
    } catch (error) {
      if (codeOf(error) === 'TOO_MANY') waitFor(codeWaitSeconds)
      return messageOf(error)
    }
  }
  return { send, busy: call.isPending, seconds, minutes: call.data?.minutes ?? null }
}
