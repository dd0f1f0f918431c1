import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react'
import { X } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'
import { useWord } from '#client/i18n.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { useInsteadOfBack } from './instead-of-back.ts'
import { useSecondRender } from './use-second-render.ts'

const widths = { sm: 'max-w-md', md: 'max-w-2xl', lg: 'max-w-5xl' }

type DialogProps = {
  open: boolean
  /** Called by Escape, the backdrop, the cross and the browser's Back; the dialog stays open until `open` becomes false. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons, aligned to the right. */
  footer?: ReactNode
  size?: keyof typeof widths
  role?: 'dialog' | 'alertdialog'
}

/** Focus the first invalid field after the form has marked the invalid ones. */
function focusFirstError({ currentTarget }: FormEvent<HTMLElement>): void {
  setTimeout(() => currentTarget.querySelector<HTMLElement>(':is(input, textarea, button)[aria-invalid=true]')?.focus())
}

/** A modal dialog. The focus moves into it, stays in it, and returns to where it was. */
export function Dialog({ open, onClose, title, children, footer, size = 'sm', role = 'dialog' }: DialogProps) {
  const say = useWord()
  const ready = useSecondRender()
  useInsteadOfBack(open, onClose)
  return (
    <HeadlessDialog open={open && ready} onClose={onClose} role={role} className="relative z-40 outline-none">
      <DialogBackdrop className="fixed inset-0 bg-scrim" />
      <div className="fixed inset-0 grid grid-cols-1 place-items-center overflow-y-auto p-4 pb-[calc(1rem+var(--away,0px))]">
        <DialogPanel
          // Use the capture phase: the library ignores an event whose default the form has prevented.
          onSubmitCapture={focusFirstError}
          className={classNames(
            'flex max-h-[calc(100dvh-2rem-var(--away,0px))] w-full flex-col rounded-md border border-line bg-surface shadow-lift',
            widths[size],
          )}
        >
          <div data-dialog-edge className="flex items-center justify-between gap-2 border-b border-line py-2 pr-2 pl-4">
            <DialogTitle className="text-base font-semibold">{title}</DialogTitle>
            <IconButton label={say('ui.close')} icon={<X aria-hidden className="size-4" />} onClick={onClose} />
          </div>
          <div className="min-h-0 overflow-y-auto p-4">{children}</div>
          {footer && (
            <div
              data-dialog-edge
              data-bottom-bar
              className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3"
            >
              {footer}
            </div>
          )}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  )
}
