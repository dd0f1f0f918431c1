import { Info } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'

/** Smallest distance from the edge of the window, in pixels. */
const gap = 8

/** Move the text to the left where the window is not wide enough, as for the last chart of a line. */
function keepInside(text: HTMLElement | null): void {
  const over = (text?.getBoundingClientRect().right ?? 0) - (document.documentElement.clientWidth - gap)
  if (text && over > 0) text.style.left = `${-over}px`
}

/**
 * An explanation behind an icon, opened by pointer or keyboard; it stays open while it is read, and Escape or moving
 * the focus away closes it.
 */
export function InfoMark({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    event.preventDefault()
    event.stopPropagation()
    setOpen(false)
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to what its button and its text are told.
    <div className="relative inline-flex" onBlur={onBlur} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className="inline-flex size-6 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
        onClick={({ currentTarget }) => {
          // Not every browser gives the focus to a button that is clicked, and without it nothing could be left.
          currentTarget.focus()
          setOpen(!open)
        }}
      >
        <Info aria-hidden className="size-4" />
      </button>
      {open && (
        <div
          id={id}
          ref={keepInside}
          tabIndex={-1}
          className="popover absolute top-full left-0 z-20 mt-1 grid w-80 max-w-[calc(100vw-3rem)] gap-2 p-3! font-normal outline-none max-sm:fixed max-sm:inset-x-4 max-sm:top-auto max-sm:bottom-4 max-sm:w-auto"
        >
          {children}
        </div>
      )}
    </div>
  )
}
