import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { type CSSProperties, useEffect } from 'react'
import { Toaster, toast, useSonner } from 'sonner'
import { useWord } from '#client/i18n.ts'
import { useFreePlace } from './free-edge.ts'
import { actionDuration, openSink, type ToastAction, toastDuration } from './toast.ts'

const style = {
  background: 'var(--surface)',
  color: 'var(--ink)',
  border: '1px solid var(--line)',
  borderRadius: 6,
  boxShadow: 'var(--lift)',
}

/** The height in pixels of a usual toast over the menu. */
const usualHeight = 120

const icons = {
  error: <CircleAlert aria-hidden className="size-4.5 text-danger" />,
  success: <CircleCheck aria-hidden className="size-4.5 text-success" />,
  warning: <TriangleAlert aria-hidden className="size-4.5 text-caution" />,
}
const classNames = {
  // Beside the menu there is no space for the button next to the text.
  toast: 'flex-wrap!',
  content: 'flex-1! basis-26! min-w-0',
  actionButton: 'border! border-line! bg-accent-soft! text-accent!',
  closeButton: 'right-0! left-auto! translate-x-[35%]! size-6! border-line! bg-surface! text-ink!',
}

const TextLink = ({ text, show }: { text: string; show: ToastAction }) => (
  <button
    type="button"
    title={show.label}
    className="text-start text-accent underline underline-offset-2"
    onClick={show.act}
  >
    {text}
  </button>
)

/** Draw the messages of `toast.ts`, in the colours of the page. */
export function ToastHost() {
  const say = useWord()
  const { edge, left, width } = useFreePlace(useSonner().toasts.length > 0, usualHeight)
  useEffect(
    () =>
      openSink({
        show: ({ kind, text, action: way, show }) => {
          const action = way ?? show
          // Next to an undo button a second button does not fit: the text itself is the link.
          const message = way && show ? <TextLink text={text} show={show} /> : text
          toast[kind](message, {
            id: action?.of ?? `${kind}:${text}`,
            duration: action ? actionDuration : toastDuration,
            ...(action ? { action: { label: action.label, onClick: action.act } } : {}),
          })
        },
        withdraw: (of) => void toast.dismiss(of),
      }),
    [],
  )
  return (
    <Toaster
      // Over the lower end of the menu, or of a phone's screen, so that titles, navbar and dialog buttons stay visible.
      position="bottom-left"
      offset={{ left, bottom: edge }}
      mobileOffset={{ left: 12, right: 12, bottom: edge }}
      style={{ '--width': `${width}px` } as CSSProperties}
      containerAriaLabel={say('ui.notifications')}
      icons={icons}
      toastOptions={{ style, classNames, closeButtonAriaLabel: say('ui.close') }}
      closeButton
    />
  )
}
