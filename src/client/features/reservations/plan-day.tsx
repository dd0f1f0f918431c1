import { Plus } from 'lucide-react'
import { labelled, useWord } from '#client/i18n.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { Day } from '#shared/dates.ts'
import {
  type PlanKind,
  type PlanRow,
  type ReservePeriod,
  reservePeriods,
  type TankerType,
  tankerTypes,
} from '#shared/reservations.ts'
import { weekdayOf } from './plan-days.ts'

export type PlanSlot = { reserveTime: Day; reservePeriod: ReservePeriod; tankerType: TankerType }
type Props = {
  kind: PlanKind
  day: Day
  isToday: boolean
  /** Hidden on a narrow page. */
  isEarlier: boolean
  plans: readonly PlanRow[]
  /** Left out where the plan is read-only. */
  onAdd: ((slot: PlanSlot) => void) | undefined
  onOpen: (plan: PlanRow) => void
}

const weekdays = {
  1: 'planning.weekday.1',
  2: 'planning.weekday.2',
  3: 'planning.weekday.3',
  4: 'planning.weekday.4',
  5: 'planning.weekday.5',
  6: 'planning.weekday.6',
  7: 'planning.weekday.7',
} as const
const isWeekday = (day: number): day is keyof typeof weekdays => day in weekdays

/** One day of a plan: each half day and tanker type with its reserved places. */
export function PlanDay({ kind, day, isToday, isEarlier, plans, onAdd, onOpen }: Props) {
  const say = useWord()
  const weekday = weekdayOf(day)
  const slots = reservePeriods.flatMap((reservePeriod) =>
    tankerTypes.map((tankerType): PlanSlot => ({ reserveTime: day, reservePeriod, tankerType })),
  )
  return (
    <section
      aria-label={day}
      aria-current={isToday ? 'date' : undefined}
      className={classNames(
        isEarlier && 'max-md:hidden',
        'grid min-w-0 grid-cols-2 content-start gap-1 rounded-md border p-1.5 sm:grid-cols-1',
        isToday ? 'border-accent' : 'border-line',
        weekday > 5 && 'bg-sunken',
      )}
    >
      <h3 className="figures col-span-full flex items-baseline justify-between gap-2 px-1 text-xs">
        <span className="font-semibold">{day.slice(5)}</span>
        <span className="text-muted">
          {isToday && <span className="mr-1 font-semibold text-accent">{say('reservation.today')}</span>}
          {isWeekday(weekday) ? say(weekdays[weekday]) : ''}
        </span>
      </h3>
      {slots.map((slot) => {
        const own = plans.filter(
          ({ reservePeriod, tankerType }) => reservePeriod === slot.reservePeriod && tankerType === slot.tankerType,
        )
        const short = `${say(`planning.short.${slot.reservePeriod}`)} ${say(`planning.short.${slot.tankerType}`)}`
        const named = {
          day,
          period: say(`planning.period.${slot.reservePeriod}`),
          type: say(`planning.tanker.${slot.tankerType}`),
        }
        if (own.length === 0 && !onAdd) return null
        if (own.length === 0)
          return (
            <button
              key={short}
              type="button"
              aria-label={say('planning.addAt', named)}
              title={say('planning.addAt', named)}
              className="flex min-h-6 items-center justify-between rounded-sm border border-dashed pointer-coarse:min-h-9 border-line px-1.5 text-xs text-muted hover:border-control hover:text-ink"
              onClick={() => onAdd?.(slot)}
            >
              {short}
              <Plus aria-hidden className="size-3" />
            </button>
          )
        return own.map((plan) => (
          <PlanChip
            key={plan.id}
            plan={plan}
            short={short}
            named={named}
            isOther={plan.planKind !== kind}
            onOpen={onOpen}
          />
        ))
      })}
    </section>
  )
}

type ChipProps = {
  plan: PlanRow
  short: string
  named: { day: string; period: string; type: string }
  /** Does it belong to the plan of the other kind, which is changed on its own screen? */
  isOther: boolean
  onOpen: (plan: PlanRow) => void
}

function PlanChip({ plan, short, named, isOther, onOpen }: ChipProps) {
  const say = useWord()
  const isFull = plan.remainCount === 0
  const counted = say('planning.editOf', { ...named, reserved: plan.reservedCount, total: plan.totalCount })
  const label = labelled(plan.company, isOther ? labelled(say(`planning.of.${plan.planKind}`), counted) : counted)
  const share = plan.totalCount === 0 ? 100 : Math.min(100, (100 * plan.reservedCount) / plan.totalCount)
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames(
        'relative flex min-h-6 items-center justify-between gap-1 overflow-hidden rounded-sm border px-1.5 text-xs hover:border-control pointer-coarse:min-h-9',
        isOther ? 'border-line border-dotted' : 'border-line bg-surface',
      )}
      onClick={() => onOpen(plan)}
    >
      <span
        aria-hidden
        className={classNames('absolute inset-y-0 left-0', isFull ? 'bg-hover' : 'bg-accent-soft')}
        style={{ width: `${share}%` }}
      />
      <span className="relative min-w-0 text-left sm:truncate">
        {short}
        {isOther && (
          <span className="text-muted max-sm:block">
            <span className="max-sm:hidden"> · </span>
            {say(`planning.mark.${plan.planKind}`)}
          </span>
        )}
      </span>
      <span className={classNames('figures relative font-semibold', isFull && 'text-muted')}>
        {plan.reservedCount}/{plan.totalCount}
      </span>
    </button>
  )
}
