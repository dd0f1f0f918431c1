import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster, toast } from 'sonner'
import { useWord } from '#client/i18n.ts'
import { actionDuration, openSink, toastDuration } from './toast.ts'

const style = { background: 'var(--surface)', color: 'var(--ink)', border: '1px solid var(--line)', borderRadius: 6, boxShadow: 'var(--lift)' }

const icons = {
  error: <CircleAlert aria-hidden className="size-4.5 text-danger" />,
  success: <CircleCheck aria-hidden className="size-4.5 text-success" />,
  warning: <TriangleAlert aria-hidden className="size-4.5 text-caution" />,
}
const classNames = { closeButton: 'right-0! left-auto! translate-x-[35%]! size-6! border-line! bg-surface! text-ink!' }

/** Draws what `toast.ts` is told, in the colours of the page. */
export function ToastHost() {
  const say = useWord()
  useEffect(
    () =>
      openSink(({ kind, text, action }) => {
        const button = action && { action: { label: action.label, onClick: action.act } }
        toast[kind](text, { id: `${kind}:${text}`, duration: action ? actionDuration : toastDuration, ...button })
      }),
    [],
  )
  return (
    <Toaster
      position="top-center"
      // Below the navbar, whose menus stay in reach.
      offset={56}
      mobileOffset={56}
      containerAriaLabel={say('ui.notifications')}
      icons={icons}
      toastOptions={{ style, classNames, closeButtonAriaLabel: say('ui.close') }}
      closeButton
    />
  )
}
