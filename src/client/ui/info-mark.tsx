import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'

/** An explanation behind a mark, opened by pointer or keyboard; it stays while it is read, and Escape closes it. */
export function InfoMark({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Popover className="relative inline-flex">
      <PopoverButton
        aria-label={label}
        title={label}
        className="inline-flex size-6 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
      >
        <Info aria-hidden className="size-4" />
      </PopoverButton>
      <PopoverPanel className="popover absolute top-full left-0 z-20 mt-1 grid w-80 max-w-[calc(100vw-3rem)] gap-2 p-3! font-normal max-sm:fixed max-sm:inset-x-4 max-sm:top-auto max-sm:bottom-4 max-sm:w-auto">
        {children}
      </PopoverPanel>
    </Popover>
  )
}
