import { type ComponentType, useEffect, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { actionDuration, dropWaiting, type ToastMessage, toastDuration, useWaitingToasts } from './toast.ts'

const firstWait = 3_000
const longestWait = 60_000

/**
 * The toasts. Their script is loaded with the first message; if it cannot be loaded, messages are shown as plain text.
 */
export function Toasts() {
  const wanted = useWaitingToasts().length > 0
  const [host, setHost] = useState<{ Host: ComponentType } | null>(null)
  const [failed, setFailed] = useState(false)
  const drawn = host !== null
  useEffect(() => {
    if (!wanted || drawn) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let ended = false
    const attempt = async (wait: number) => {
      try {
        const { ToastHost } = await import('./toast-host.tsx')
        if (!ended) setHost({ Host: ToastHost })
      } catch {
        if (ended) return
        setFailed(true)
        timer = setTimeout(() => void attempt(Math.min(2 * wait, longestWait)), wait)
      }
    }
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => void attempt(firstWait))
    })
    return () => {
      ended = true
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [wanted, drawn])
  if (host) return <host.Host />
  return failed ? <PlainToasts /> : null
}

/**
 * The toasts without the library that animates them: over the lower end of the menu, or below the navbar of a phone, but
 * not over bars at the lower edge.
 */
function PlainToasts() {
  const say = useWord()
  const messages = useWaitingToasts()
  return (
    <section
      aria-label={say('ui.notifications')}
      aria-live="polite"
      className="fixed inset-x-3 top-14 z-50 grid gap-2 lg:top-auto lg:right-auto lg:bottom-[calc(0.75rem+var(--away,0px))] lg:w-47"
    >
      {messages.map((message) => (
        <PlainToast key={`${message.kind}:${message.text}`} message={message} />
      ))}
    </section>
  )
}

function PlainToast({ message }: { message: ToastMessage }) {
  useEffect(() => {
    const timer = setTimeout(
      () => dropWaiting(message),
      message.action || message.show ? actionDuration : toastDuration,
    )
    return () => clearTimeout(timer)
  }, [message])
  return (
    <p className="rounded-md border border-line bg-surface px-3 py-2">
      {message.text}
      {[message.show, message.action].map(
        (action) =>
          action && (
            <button key={action.label} type="button" className="ml-2 text-accent underline" onClick={action.act}>
              {action.label}
            </button>
          ),
      )}
    </p>
  )
}
