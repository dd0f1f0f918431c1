import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { CalendarDays } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useWord } from '#client/i18n.ts'
import { useToday } from '#client/session-context.tsx'
import type { Day } from '#shared/dates.ts'
import { Calendar } from './calendar.tsx'
import { parseDay } from './calendar-days.ts'
import { usePlacedPanel } from './placed-panel.ts'
import { type Rules, TypedText, type TypedTextProps } from './typed-text.tsx'

/** The limits of a day. */
export type DayLimits = { min?: Day | undefined; max?: Day | undefined }

/** A text input for a day in any usual format. */
export function DayText({ min, max, ...input }: DayLimits & TypedTextProps & Pick<Rules, 'onWrong'>) {
  const say = useWord()
  return (
    <TypedText
      maxLength={12}
      placeholder={say('dates.pattern')}
      {...input}
      parse={parseDay}
      fits={(day) => (min === undefined || day >= min) && (max === undefined || day <= max)}
      wrongText={(day) =>
        day === null
          ? say('dates.wrong')
          : max !== undefined && day > max
            ? say('dates.atLatest', { day: max })
            : say('dates.atEarliest', { day: min ?? '' })
      }
    />
  )
}

type CalendarButtonProps = DayLimits & {
  label: string
  chosen: readonly [Day, Day] | null
  disabled?: boolean | undefined
  /** Return true to keep the calendar open for another day. */
  onChoose: (day: Day) => boolean
  /** What to choose after the day, below the calendar. */
  below?: (close: () => void) => ReactNode
}

/** The calendar of a field: a button that opens it, and gets the focus back after a choice. */
export function CalendarButton({ label, chosen, disabled = false, onChoose, below, ...limits }: CalendarButtonProps) {
  const say = useWord()
  const today = useToday()
  const name = say('dates.open', { label })
  return (
    <Popover className="flex">
      <PopoverButton
        type="button"
        aria-label={name}
        title={name}
        disabled={disabled}
        className="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink pointer-coarse:size-8"
      >
        <CalendarDays aria-hidden className="size-4" />
      </PopoverButton>
      {/* Not anchored by the library: an anchored panel is moved out of the form and adds hidden focus stops. */}
      <PopoverPanel className="popover fixed p-2! max-sm:inset-x-4 max-sm:bottom-4">
        {({ close }) => (
          <CalendarPanel>
            <Calendar
              {...limits}
              chosen={chosen}
              today={today}
              onChoose={(day: Day) => {
                if (!onChoose(day)) close()
              }}
            />
            {below?.(close)}
          </CalendarPanel>
        )}
      </PopoverPanel>
    </Popover>
  )
}

function CalendarPanel({ children }: { children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  usePlacedPanel(panel)
  return (
    <div ref={panel} className="grid justify-items-center">
      {children}
    </div>
  )
}
