import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { locale, useWord } from '#client/i18n.ts'
import type { Day } from '#shared/dates.ts'
import { IconButton } from './button.tsx'
import { addMonths, dayAfterKey, monthOf, weeksOf } from './calendar-days.ts'
import { classNames } from './class-names.ts'

export type CalendarProps = {
  /** The first and the last chosen day; the same day twice for a single day, null = none. */
  chosen: readonly [Day, Day] | null
  /** The business day: it is marked, and an empty calendar opens at it. */
  today: Day
  min?: Day | undefined
  max?: Day | undefined
  onChoose: (day: Day) => void
}

const at = (day: Day) => new Date(`${day}T00:00:00Z`)
const names = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
const monthName = names({ year: 'numeric', month: 'long' })
const weekdayShort = names({ weekday: 'narrow' })
const weekdayLong = names({ weekday: 'long' })
const fullDay = names({ dateStyle: 'full' })

/**
 * A month of days to choose from. The arrow keys move by days and weeks, Home and End within the week, Page up and down
 * by months.
 */
export function Calendar({ chosen, today, min, max, onChoose }: CalendarProps) {
  const within = (day: Day): Day => (max !== undefined && day > max ? max : min !== undefined && day < min ? min : day)
  const [active, setActive] = useState(() => within(chosen?.[1] ?? today))
  const grid = useRef<HTMLTableElement>(null)
  const follow = useRef(true)
  const month = monthOf(active)
  useEffect(() => {
    // Do not take the focus from the month buttons in the header.
    if (follow.current)
      grid.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus({ preventScroll: true })
    follow.current = false
  }, [active])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, active)
    if (next === undefined) return
    event.preventDefault()
    follow.current = true
    setActive(within(next))
  }
  const isOut = (day: Day) => (min !== undefined && day < min) || (max !== undefined && day > max)
  return (
    <div className="w-62 pointer-coarse:w-76">
      <MonthHead
        active={active}
        min={min}
        max={max}
        onMonths={(months) => setActive(within(addMonths(active, months)))}
      />
      <table
        ref={grid}
        aria-label={monthName.format(at(active))}
        className="w-full table-fixed border-separate border-spacing-y-0.5"
      >
        <WeekdayHead month={month} />
        <tbody onKeyDown={onKeyDown}>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  month={month}
                  chosen={chosen}
                  today={today}
                  active={active}
                  out={isOut(day)}
                  onChoose={onChoose}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type MonthHeadProps = Pick<CalendarProps, 'min' | 'max'> & { active: Day; onMonths: (months: number) => void }

/** The name of the month, between the buttons for the previous and the next one. */
function MonthHead({ active, min, max, onMonths }: MonthHeadProps) {
  const say = useWord()
  const month = monthOf(active)
  return (
    <div className="flex items-center justify-between pb-1">
      <IconButton
        label={say('dates.previousMonth')}
        icon={<ChevronLeft aria-hidden className="size-4" />}
        disabled={min !== undefined && monthOf(min) >= month}
        onClick={() => onMonths(-1)}
      />
      <span aria-live="polite" className="font-semibold">
        {monthName.format(at(active))}
      </span>
      <IconButton
        label={say('dates.nextMonth')}
        icon={<ChevronRight aria-hidden className="size-4" />}
        disabled={max !== undefined && monthOf(max) <= month}
        onClick={() => onMonths(1)}
      />
    </div>
  )
}

/** The names of the weekdays. */
const WeekdayHead = ({ month }: { month: string }) => (
  <thead>
    <tr>
      {(weeksOf(month)[0] ?? []).map((day) => (
        <th key={day} scope="col" abbr={weekdayLong.format(at(day))} className="h-7 text-xs font-medium text-muted">
          {weekdayShort.format(at(day))}
        </th>
      ))}
    </tr>
  </thead>
)

type DayCellProps = {
  day: Day
  month: string
  chosen: CalendarProps['chosen']
  today: Day
  active: Day
  out: boolean
  onChoose: (day: Day) => void
}

function DayCell({ day, month, chosen, today, active, out, onChoose }: DayCellProps) {
  const isEnd = chosen?.includes(day) ?? false
  const isBetween = chosen !== null && day >= chosen[0] && day <= chosen[1]
  return (
    <td
      className={classNames(
        'p-0 text-center',
        isBetween && 'bg-accent-soft',
        chosen?.[0] === day && 'rounded-l-md',
        chosen?.[1] === day && 'rounded-r-md',
      )}
    >
      <button
        type="button"
        data-day={day}
        tabIndex={day === active ? 0 : -1}
        disabled={out}
        aria-label={fullDay.format(at(day))}
        aria-current={day === today ? 'date' : undefined}
        aria-pressed={isEnd}
        onClick={() => onChoose(day)}
        className={classNames(
          'figures size-8 rounded-md border border-transparent hover:bg-hover disabled:text-muted disabled:opacity-50 aria-[current]:border-control pointer-coarse:size-10',
          monthOf(day) !== month && 'text-muted',
          isEnd && 'bg-accent-fill! text-white!',
        )}
      >
        {Number(day.slice(-2))}
      </button>
    </td>
  )
}
