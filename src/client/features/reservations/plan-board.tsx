import { useState } from 'react'
import { say } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import type { PlanKind, PlanRow } from '#shared/reservations.ts'
import { PlanDay, type PlanSlot } from './plan-day.tsx'
import { type spanOf, weekdayOf } from './plan-days.ts'

/** Is the day before the business date? Then its plans can no longer be changed. */
export const isOver = (day: string, today: string) => day < today

type BoardProps = {
  /** The kind of plan that this board changes; plans of the other kind are shown beside. */
  kind: PlanKind
  span: ReturnType<typeof spanOf>
  plans: readonly PlanRow[]
  today: string
  mayWrite: boolean
  busy: boolean
  onAdd: (slot: PlanSlot) => void
  onOpen: (plan: PlanRow) => void
}

/**
 * The days of a week or a month with their plans. A narrow page, where days are below one another, begins with today:
 * a button shows the days before.
 */
export function PlanBoard({ kind, span, plans, today, mayWrite, busy, onAdd, onOpen }: BoardProps) {
  const [opened, setOpened] = useState(false)
  const earlier = span.days.includes(today) && !opened ? span.days.filter((day) => isOver(day, today)).length : 0
  return (
    <>
      {plans.length === 0 && (
        <EmptyState
          title={say('planning.empty')}
          {...(mayWrite && !isOver(span.to, today) ? { help: say('planning.emptyHelp') } : {})}
        />
      )}
      {earlier > 0 && (
        <Button className="mb-1.5 w-full md:hidden" onClick={() => setOpened(true)}>
          {say('planning.earlier', { count: earlier })}
        </Button>
      )}
      <div className="grid grid-cols-1 gap-1.5 sm:grid-cols-2 md:grid-cols-7" aria-busy={busy}>
        <span
          aria-hidden
          className="hidden md:block"
          style={{ gridColumn: `span ${Math.max(1, weekdayOf(span.from) - 1)}` }}
          hidden={weekdayOf(span.from) === 1}
        />
        {span.days.map((day) => (
          <PlanDay
            key={day}
            kind={kind}
            day={day}
            isToday={day === today}
            isEarlier={earlier > 0 && isOver(day, today)}
            plans={plans.filter(({ reserveTime }) => reserveTime === day)}
            onAdd={mayWrite && !isOver(day, today) ? onAdd : undefined}
            onOpen={onOpen}
          />
        ))}
      </div>
    </>
  )
}
