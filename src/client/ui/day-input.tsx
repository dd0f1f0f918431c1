import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { CalendarDays } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { useToday } from '#client/session-context.tsx'
import type { Day } from '#shared/dates.ts'
import { Calendar } from './calendar.tsx'
import { parseDay } from './calendar-days.ts'

/** The limits of a day. */
export type DayLimits = { min?: Day | undefined; max?: Day | undefined }

type DayTextProps = DayLimits &
  Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'min' | 'max' | 'type'> & {
    /** '' = no day. */
    value: string
    onChange: (day: string) => void
  }

/**
 * A text input for a day in any usual format. A complete day is applied at once; an invalid one is reset to the last
 * valid day on blur.
 */
export function DayText({ value, onChange, min, max, onBlur, ...input }: DayTextProps) {
  const say = useWord()
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const fits = (day: Day) => (min === undefined || day >= min) && (max === undefined || day <= max)
  const read = (typed: string) => {
    setText(typed)
    const day = typed.trim() === '' ? '' : parseDay(typed)
    if (day !== null && day !== value && (day === '' || fits(day))) onChange(day)
  }
  const known = parseDay(text)
  const wrong = text.trim() !== '' && (known === null || !fits(known))
  return (
    <input
      autoComplete="off"
      maxLength={12}
      placeholder={say('dates.pattern')}
      title={wrong ? say('dates.wrong') : undefined}
      {...input}
      type="text"
      inputMode="numeric"
      aria-invalid={wrong || input['aria-invalid'] || undefined}
      value={text}
      onChange={(event) => read(event.target.value)}
      onBlur={(event) => {
        setText(known !== null && fits(known) ? known : value)
        onBlur?.(event)
      }}
    />
  )
}

type CalendarButtonProps = DayLimits & {
  label: string
  chosen: readonly [Day, Day] | null
  disabled?: boolean | undefined
  /** Return true to keep the calendar open for another day. */
  onChoose: (day: Day) => boolean
}

/** The calendar of a field: a button that opens it, and gets the focus back after a choice. */
export function CalendarButton({ label, chosen, disabled = false, onChoose, ...limits }: CalendarButtonProps) {
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
      {/* CSS positions the panel below the field: an anchored panel is moved out of the form and adds hidden focus
          stops. */}
      <PopoverPanel className="popover absolute top-full left-0 mt-1.5 grid justify-items-center p-2! max-sm:fixed max-sm:inset-x-4 max-sm:top-auto max-sm:bottom-4">
        {({ close }) => (
          <Calendar
            {...limits}
            chosen={chosen}
            today={today}
            onChoose={(day: Day) => {
              if (!onChoose(day)) close()
            }}
          />
        )}
      </PopoverPanel>
    </Popover>
  )
}
