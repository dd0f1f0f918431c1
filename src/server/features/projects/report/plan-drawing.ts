import type { CanvasElement } from 'pdfmake/interfaces'
import type { OpenState } from '#shared/selection/inputs.ts'
import type { PlanDoor, PlanRectangle, RoomPlan } from '#shared/selection/room-plan.ts'
import { area, type Drawing, type DrawnText, line } from './drawing.ts'
import { typed } from './numbers.ts'
import { colours, type Paper } from './paper.ts'

/** Points of the drawing for a metre in nature, at 1 : 1. */
const pointsOfMetre = 72 / 0.0254
const scales = [20, 25, 40, 50, 75, 100, 125, 150, 200, 250, 300, 400, 500, 750, 1_000, 1_500, 2_000, 2_500, 3_000, 4_000, 5_000, 7_500, 10_000] as const
const border = { left: 44, right: 12, top: 22, bottom: 46 }
const wall = 2.2

const stateColours: Readonly<Record<OpenState, string>> = { alwaysOpen: '#d55e00', occasionally: '#0064a8', alwaysClosed: '#6b747e' }
/** Colour of a door on the plan and in its legend. */
export const doorColour = (state: OpenState): string => stateColours[state]

/** The largest usual scale at which the plan keeps within so many points; the drawing can be measured with a ruler. */
export function scaleOf({ bounds }: RoomPlan, width: number, height: number): number {
  const fits = (scale: number) =>
    (bounds.width * pointsOfMetre) / scale <= width - border.left - border.right &&
    (bounds.height * pointsOfMetre) / scale <= height - border.top - border.bottom
  return scales.find(fits) ?? scales[scales.length - 1] ?? 10_000
}

/** The leaf of a door: away from its opening, half away, or in it. */
function leaf({ state }: PlanDoor, x: number, y: number, length: number): CanvasElement[] {
  const color = stateColours[state]
  if (state === 'alwaysClosed') return [line(x, y, x + length, y, color, 2.6)]
  const swing = state === 'alwaysOpen' ? Math.PI / 2 : Math.PI / 5
  return [line(x, y, x + length * Math.cos(swing), y + length * Math.sin(swing), color, 1.6), line(x, y, x + length, y, color, 0.5, 1.5)]
}

/** The plan to scale: walls, doors with their state, sizes and a scale bar; at most so many points wide and high. */
export function planDrawing(paper: Paper, plan: RoomPlan, widest: number, highest: number): Drawing & { scale: number } {
  const scale = scaleOf(plan, widest, highest)
  const perMetre = pointsOfMetre / scale
  const atX = (x: number) => border.left + (x - plan.bounds.x) * perMetre
  const atY = (y: number) => border.top + (y - plan.bounds.y) * perMetre
  const shapes: CanvasElement[] = []
  const texts: DrawnText[] = []
  const say = (x: number, y: number, text: string, align: DrawnText['align'], color: string = colours.ink, fontSize = 7) =>
    texts.push({ x, y, runs: paper.text(text, { fontSize, color }), align })
  const room = ({ x, y, width, height }: PlanRectangle, fill: string) =>
    shapes.push({ type: 'rect', x: atX(x), y: atY(y), w: width * perMetre, h: height * perMetre, color: fill, lineColor: colours.ink, lineWidth: wall })

  room(plan.store, '#eaf2fb')
  if (plan.reentryRoom) room(plan.reentryRoom, '#f3f6ea')
  for (const door of plan.doors) {
    const [x, y, length] = [atX(door.x), atY(door.y), door.widthM * perMetre]
    shapes.push(area(x, y - wall, length, 2 * wall, colours.white), ...leaf(door, x, y, length))
    if (!door.isInner || !plan.reentryRoom)
      say(x + length / 2, y + 5 + (door.state === 'alwaysClosed' ? 0 : length * 0.6), String(door.number), 'center', stateColours[door.state], 7.5)
  }
  for (const { name, from, to, lengthM } of plan.dimensions) {
    const [x1, y1, x2, y2] = [atX(from.x), atY(from.y), atX(to.x), atY(to.y)]
    const text = `${typed(lengthM)} m`
    if (name === 'storageLength') {
      shapes.push(line(x1, y1 - 7, x2, y1 - 7, colours.muted), line(x1, y1 - 10, x1, y1 - 4, colours.muted), line(x2, y1 - 10, x2, y1 - 4, colours.muted))
      say((x1 + x2) / 2, y1 - 19, text, 'center')
    } else if (name === 'reentryRoomWidth') {
      say((x1 + x2) / 2, y1 + 4, text, 'center', colours.muted, 6.5)
    } else {
      shapes.push(line(x1 - 7, y1, x1 - 7, y2, colours.muted), line(x1 - 10, y1, x1 - 4, y1, colours.muted), line(x1 - 10, y2, x1 - 4, y2, colours.muted))
      say(x1 - 11, (y1 + y2) / 2 - 4, text, 'right')
    }
  }
  const middle = plan.store
  texts.push({
    x: atX(middle.x + middle.width / 2),
    y: atY(middle.y + middle.height / 2) - 10,
    runs: paper.label('plan.store', { fontSize: 8, color: colours.muted }),
    align: 'center',
  })
  const foot = atY(plan.bounds.y + plan.bounds.height) + 26
  const bar = plan.scaleBarM * perMetre
  shapes.push(area(border.left, foot, bar / 2, 3, colours.ink), {
    type: 'rect',
    x: border.left + bar / 2,
    y: foot,
    w: bar / 2,
    h: 3,
    lineColor: colours.ink,
    lineWidth: 0.6,
  })
  say(border.left, foot + 5, `0`, 'center', colours.muted, 6.5)
  say(border.left + bar, foot + 5, `${typed(plan.scaleBarM)} m`, 'center', colours.muted, 6.5)
  const width = atX(plan.bounds.x + plan.bounds.width) + border.right
  return { width, height: foot + 16, shapes, texts, scale }
}
