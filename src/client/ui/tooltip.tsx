import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'

type TooltipProps = {
  'aria-describedby': string | undefined
  onPointerEnter: () => void
  onPointerLeave: () => void
  onFocus: () => void
  onBlur: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** A short explanation on hover and focus of the child; Escape hides it. Spread what the child function gets onto the control. */
export function Tooltip({ text, children }: { text: string; children: (control: TooltipProps) => ReactNode }) {
  const id = useId()
  const [shown, setShown] = useState(false)
  return (
    <span className="relative inline-flex">
      {children({
        'aria-describedby': shown ? id : undefined,
        onPointerEnter: () => setShown(true),
        onPointerLeave: () => setShown(false),
        onFocus: () => setShown(true),
        onBlur: () => setShown(false),
        onKeyDown: (event) => event.key === 'Escape' && setShown(false),
      })}
      {shown && (
        <span
          id={id}
          role="tooltip"
          className="pointer-events-none absolute bottom-full left-1/2 z-50 mb-1 w-max max-w-64 -translate-x-1/2 rounded-md bg-ink px-2 py-1 text-xs text-surface shadow-lift"
        >
          {text}
        </span>
      )}
    </span>
  )
}
