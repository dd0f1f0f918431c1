import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useWord } from '#client/i18n.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { useInsteadOfBack } from './instead-of-back.ts'
import { closeMenusBeforeBack } from './menus-before-back.ts'
import { useShownFocus } from './shown-focus.ts'
import { useSecondRender } from './use-second-render.ts'

// Here, because every page loads this file when it is first used, as the menu of narrow pages is a drawer.
closeMenusBeforeBack()

type DrawerProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Shown after the title: a state, the actions on the whole. */
  head?: ReactNode
  children: ReactNode
  /** The edge of the page from which it slides in. */
  side?: 'left' | 'right'
  /** Its address is no entry of the history, so that Back would leave the screen: Back closes it as Escape does. */
  backCloses?: boolean
  /** Width classes; default: at most 28 rem. */
  className?: string
}

/** A modal drawer over the page. */
export function CoveringDrawer({
  open,
  onClose,
  title,
  head,
  children,
  side = 'right',
  backCloses = false,
  className,
}: DrawerProps) {
  const say = useWord()
  const ready = useSecondRender()
  const panel = useRef<HTMLDivElement>(null)
  useInsteadOfBack(open && backCloses, onClose)
  useShownFocus(panel, title)
  return (
    <HeadlessDialog open={open && ready} onClose={onClose} className="relative z-40 outline-none">
      <DialogBackdrop className="fixed inset-0 bg-scrim" />
      <div
        className={classNames(
          'fixed inset-y-0 flex w-full',
          side === 'left' ? 'left-0 justify-start pr-12' : 'right-0 justify-end sm:pl-12',
          'pointer-events-none',
        )}
      >
        <DialogPanel
          ref={panel}
          tabIndex={-1}
          className={classNames(
            'pointer-events-auto flex h-full w-full flex-col outline-none border-line bg-surface shadow-lift',
            side === 'left' ? 'border-r' : 'sm:border-l',
            className ?? 'sm:max-w-md',
          )}
        >
          <div
            data-dialog-edge
            className="flex items-center justify-between gap-x-2 border-b border-line py-2 pr-2 pl-4 max-sm:flex-wrap"
          >
            <DialogTitle className="text-base font-semibold max-sm:min-w-0 max-sm:flex-1">{title}</DialogTitle>
            {/* On a phone below the title, beside which there is only space for the cross. */}
            {head && (
              <div className="flex min-w-0 flex-1 max-sm:order-last max-sm:min-h-9 max-sm:basis-full">{head}</div>
            )}
            <IconButton label={say('ui.close')} icon={<X aria-hidden className="size-4" />} onClick={onClose} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto pb-(--toasts)">{children}</div>
        </DialogPanel>
      </div>
    </HeadlessDialog>
  )
}
