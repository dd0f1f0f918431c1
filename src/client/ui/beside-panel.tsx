import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useWord } from '#client/i18n.ts'
import { IconButton } from './button.tsx'
import { isKeyTaken } from './covered.ts'
import { useInsteadOfBack } from './instead-of-back.ts'
import { useShownFocus } from './shown-focus.ts'
import { reserveBeside } from './space-beside.ts'

type Props = {
  onClose: () => void
  title: string
  /** Shown after the title: a state, the actions on the whole. */
  head: ReactNode
  children: ReactNode
  backCloses: boolean
  className: string | undefined
}

/**
 * A panel of details beside the list: both stay usable, and the list gets narrower. Escape closes the panel and returns
 * the focus to the row that it shows, or to the element that had it before.
 */
export function BesidePanel({ onClose, title, head, children, backCloses, className }: Props) {
  const say = useWord()
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const close = useRef(onClose)
  const opener = useRef<HTMLElement | null>(null)
  // Before the paint, so that the list does not appear below the panel first.
  useLayoutEffect(() => {
    opener.current = document.querySelector<HTMLElement>('tr[aria-current=true]')
    return reserveBeside(() => opener.current)
  }, [])
  useEffect(() => {
    close.current = onClose
    opener.current = document.querySelector<HTMLElement>('tr[aria-current=true]') ?? opener.current
  })
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isKeyTaken()) return
      close.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      if (document.activeElement !== document.body && !panel.current?.contains(document.activeElement)) return
      const back = opener.current?.isConnected ? opener.current : before
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    }
  }, [])
  useInsteadOfBack(backCloses, onClose)
  useShownFocus(panel, title)
  return (
    <section
      ref={panel}
      role="dialog"
      data-details
      aria-labelledby={id}
      tabIndex={-1}
      className={`beside fixed top-12 right-0 bottom-0 z-9 flex w-108 flex-col border-l border-line bg-surface outline-none print:hidden ${className ?? ''}`}
    >
      <header className="flex items-center justify-between gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {head}
        <IconButton label={say('ui.close')} icon={<X aria-hidden className="size-4" />} onClick={onClose} />
      </header>
      {/* Not before there is content: with it the title may need a second line. */}
      {children && <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>}
    </section>
  )
}
