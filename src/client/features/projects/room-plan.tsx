import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { language, useWord } from '#client/i18n.ts'
import { Card } from '#client/ui/card.tsx'
import { choiceLabel } from '#shared/selection/labels.ts'
import type { ProjectData } from '#shared/selection/project-fields.ts'
import { type RoomPlan as Plan, type PlanDoor, type PlanRectangle, roomPlanOf } from '#shared/selection/room-plan.ts'
import { numberOf, roomOf } from '#shared/selection/to-inputs.ts'
import { DoorShape, DoorSymbol } from './room-plan-door.tsx'
import { type DimensionLine, drawingOf, markRadius, type PlanDrawing, sheet } from './room-plan-layout.ts'
import { sizeText } from './selection-panel-numbers.ts'

type Say = ReturnType<typeof useWord>

const doorText = (say: Say, { number, widthM, heightM, depthM, state }: PlanDoor): string =>
  say(depthM ? 'plan.doorDeep' : 'plan.door', {
    door: number,
    width: sizeText(widthM),
    height: sizeText(heightM),
    depth: sizeText(depthM),
    state: choiceLabel(language, state),
  })

/** Store and re-entry room in words; an unknown height is left out. */
function roomTexts(say: Say, project: ProjectData, { store }: Plan): string[] {
  const height = numberOf(project, 'storageHeight')
  const sizes = { length: sizeText(store.width), width: sizeText(store.height), height: sizeText(height) }
  const room = roomOf(project)
  return [
    say(height === null ? 'plan.store' : 'plan.storeHigh', sizes),
    ...(room
      ? [
          say('plan.room', {
            length: sizeText(room.lengthM),
            width: sizeText(room.widthM),
            height: sizeText(room.heightM),
          }),
        ]
      : []),
  ]
}

const tick = 3
function Dimension({ line: { from, to, text, lengthM, isUpright } }: { line: DimensionLine }) {
  const [dx, dy] = isUpright ? [tick, 0] : [0, tick]
  return (
    <g className="stroke-muted">
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} strokeWidth={0.75} />
      {[from, to].map(({ x, y }) => (
        <line key={`${x}-${y}`} x1={x - dx} y1={y - dy} x2={x + dx} y2={y + dy} strokeWidth={0.75} />
      ))}
      <text
        x={text.x}
        y={text.y}
        textAnchor="middle"
        transform={isUpright ? `rotate(-90 ${text.x} ${text.y})` : undefined}
        className="fill-ink stroke-none text-[11px] tabular-nums"
      >
        {sizeText(lengthM)} m
      </text>
    </g>
  )
}

/** The name of a room inside its rectangle, if it fits. */
function BoxName({ box: { x, y, width, height }, name }: { box: PlanRectangle; name: string }) {
  if (width < 72 || height < 20) return null
  return (
    <text x={x + width / 2} y={y + height / 2 + 4} textAnchor="middle" className="fill-ink text-[11px]">
      {name}
    </text>
  )
}

function DoorMarks({ marks }: { marks: PlanDrawing['marks'] }) {
  return marks.map(({ number, door, at }) => (
    <g key={number}>
      <line x1={door.x} y1={door.y + 3} x2={at.x} y2={at.y - markRadius} className="stroke-muted" strokeWidth={0.75} />
      <circle cx={at.x} cy={at.y} r={markRadius} className="fill-surface stroke-accent" strokeWidth={1} />
      <text x={at.x} y={at.y + 4} textAnchor="middle" className="fill-ink text-[11px] font-semibold">
        {number}
      </text>
    </g>
  ))
}

function PlanSheet({ plan, name, describedBy }: { plan: Plan; name: string; describedBy: string }) {
  const say = useWord()
  const drawing = drawingOf(plan)
  const [store, room] = [drawing.box(plan.store), plan.reentryRoom && drawing.box(plan.reentryRoom)]
  const { from, to } = drawing.scaleBar
  return (
    <svg
      role="img"
      aria-label={name}
      aria-describedby={describedBy}
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      className="mx-auto w-full max-w-md"
    >
      <rect {...store} className="fill-accent-soft stroke-ink" strokeWidth={3} />
      {room && <rect {...room} className="fill-sunken stroke-ink" strokeWidth={3} />}
      <BoxName box={store} name={say('plan.storeShort')} />
      {room && <BoxName box={room} name={say('plan.roomShort')} />}
      {plan.doors.map(({ number, isInner, x, y, widthM, state }) => (
        <DoorShape
          key={`${number}-${isInner}`}
          {...drawing.place({ x, y })}
          width={widthM * drawing.scale}
          state={state}
        />
      ))}
      {drawing.dimensions.map((line) => (
        <Dimension key={line.key} line={line} />
      ))}
      <DoorMarks marks={drawing.marks} />
      <path
        d={`M ${from.x} ${from.y - 4} V ${from.y} H ${to.x} V ${to.y - 4}`}
        className="fill-none stroke-ink"
        strokeWidth={1.5}
      />
      <text x={(from.x + to.x) / 2} y={from.y - 5} textAnchor="middle" className="fill-ink text-[11px] tabular-nums">
        {sizeText(plan.scaleBarM)} m
      </text>
    </svg>
  )
}

/**
 * The plan of the typed sizes to scale: walls, doors with their state, re-entry room, sizes and scale bar; the same as
 * text below.
 */
export function RoomPlan({ project }: { project: ProjectData }) {
  const say = useWord()
  const id = useId()
  const plan = roomPlanOf(project)
  const outer = plan?.doors.filter(({ isInner }) => !isInner) ?? []
  const width = outer.reduce((sum, { widthM }) => sum + widthM, 0)
  return (
    <Card title={say('plan.title')}>
      {plan ? (
        <PlanSheet plan={plan} name={say('plan.name')} describedBy={id} />
      ) : (
        <div
          className="mx-auto grid w-full max-w-md place-items-center rounded-md border border-dashed border-line p-4 text-center text-muted"
          style={{ aspectRatio: `${sheet.width} / ${sheet.height}` }}
        >
          {say('plan.empty')}
        </div>
      )}
      {plan && (
        <div id={id} className="figures mt-2 grid gap-1">
          {roomTexts(say, project, plan).map((text) => (
            <p key={text}>{text}</p>
          ))}
          {outer.length === 0 && <p className="text-muted">{say('plan.noDoors')}</p>}
          <ul className="grid gap-1">
            {outer.map((door) => (
              <li key={door.number} className="flex items-center gap-2">
                <DoorSymbol state={door.state} />
                <span>{doorText(say, door)}</span>
              </li>
            ))}
          </ul>
          {!plan.doorsFit && (
            <p className="flex gap-2">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
              {say('plan.doorsTooWide', { doors: sizeText(width), wall: sizeText(plan.wallM) })}
            </p>
          )}
          <p className="text-xs text-muted">{say('plan.schematic')}</p>
        </div>
      )}
    </Card>
  )
}
