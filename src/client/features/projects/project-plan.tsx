import { useWord } from '#client/i18n.ts'
import { emptyProject } from '#shared/selection/project.ts'
import { type PlanData, type RoomPlan, roomPlanOf } from '#shared/selection/room-plan.ts'
import { DoorShape } from './room-plan-door.tsx'
import { fittedOn } from './room-plan-layout.ts'
import { sizeText } from './selection-panel-numbers.ts'

const sheet = { width: 320, height: 160 }
const space = { top: 16, right: 24, bottom: 34, left: 24 }

/** Return the plan of a project's sizes; null while the store has no sizes. */
export const planOfCard = (sizes: PlanData): RoomPlan | null => roomPlanOf({ ...emptyProject(), ...sizes })

/**
 * The plan of a store on its card: the store, its doors and the re-entry room to scale, with the sizes of the store as
 * text.
 */
export function ProjectPlan({ plan, title }: { plan: RoomPlan; title: string }) {
  const say = useWord()
  const { scale, place, box } = fittedOn(sheet, space, plan)
  const sizes = { length: sizeText(plan.store.width), width: sizeText(plan.store.height) }
  const doors = plan.doors.filter(({ isInner }) => !isInner).length
  return (
    <svg
      role="img"
      aria-label={say('projects.plan', { ...sizes, title, doors })}
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      className="size-full"
    >
      <rect {...box(plan.store)} className="fill-accent-soft stroke-ink" strokeWidth={2} />
      {plan.reentryRoom && <rect {...box(plan.reentryRoom)} className="fill-surface stroke-ink" strokeWidth={2} />}
      {plan.doors.map(({ number, isInner, x, y, widthM, state }) => (
        <DoorShape key={`${number}-${isInner}`} {...place({ x, y })} width={widthM * scale} state={state} />
      ))}
      <text
        aria-hidden
        x={sheet.width - 10}
        y={sheet.height - 10}
        textAnchor="end"
        className="fill-muted text-[12px] tabular-nums"
      >
        {sizes.length} × {sizes.width} m
      </text>
    </svg>
  )
}
