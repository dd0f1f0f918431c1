import { CloseButton, Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { Info, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { TraceStep } from '#shared/selection/formula.ts'

// Names, symbols and sources of the steps are loaded when a person opens the first explanation.
const Steps = lazyPart(
  async () => (await import('./selection-panel-steps-table.tsx')).SelectionSteps,
  <Skeleton className="h-24" />,
)

type FormulaMarkProps = {
  /** The name of the explained number. */
  name: string
  /** Called when the mark is opened. */
  steps: () => readonly TraceStep[]
}

/**
 * The button beside a number that opens its formula, inputs and source. It works with the keyboard; Escape closes it.
 */
export function FormulaMark({ name, steps }: FormulaMarkProps) {
  const say = useWord()
  const label = say('panel.formula', { name })
  return (
    <Popover className="inline-flex print:hidden">
      <PopoverButton
        aria-label={label}
        title={label}
        className="inline-flex size-6 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
      >
        <Info aria-hidden className="size-3.5" />
      </PopoverButton>
      <PopoverPanel
        anchor={{ to: 'bottom end', gap: 4, padding: 8 }}
        role="dialog"
        aria-label={label}
        className="popover w-96 max-w-[calc(100vw-1rem)] p-3! text-sm"
      >
        <PanelHead name={name} />
        <OpenedSteps steps={steps} />
      </PopoverPanel>
    </Popover>
  )
}

/** Compute the steps only while the panel is open, and again for every new result. */
const OpenedSteps = ({ steps }: { steps: FormulaMarkProps['steps'] }) => <Steps steps={steps()} />

/**
 * Focus the panel when it opens. Headless UI would focus it before it is positioned, and the page would scroll to its
 * top.
 */
function PanelHead({ name }: { name: string }) {
  const say = useWord()
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus({ preventScroll: true }), [])
  return (
    <div className="mb-2 flex items-start justify-between gap-2">
      <span className="font-semibold">{name}</span>
      <CloseButton
        ref={close}
        aria-label={say('ui.close')}
        title={say('ui.close')}
        className="-mt-0.5 inline-flex size-6 shrink-0 items-center justify-center rounded-md hover:bg-hover"
      >
        <X aria-hidden className="size-4" />
      </CloseButton>
    </div>
  )
}
