import type { CanvasElement } from 'pdfmake/interfaces'
import { colours, type Run } from '#server/services/pdf/paper.ts'
import type { OpenState } from '#shared/selection/inputs.ts'
import type { PlanDimension, PlanDoor, PlanRectangle, RoomPlan } from '#shared/selection/room-plan.ts'
import { area, type Drawing, type DrawnText, line } from './drawing.ts'
import { typed } from './numbers.ts'
import type { Paper } from './paper.ts'

/** Points per metre at 1 : 1. */
const pointsOfMetre = 72 / 0.0254
const scales = [
  20, 25, 40, 50, 75, 100, 125, 150, 200, 250, 300, 400, 500, 750, 1_000, 1_500, 2_000, 2_500, 3_000, 4_000, 5_000,
  7_500,
] as const
const coarsest = 10_000
const border = { left: 44, right: 12, top: 24, bottom: 52 }
const wall = 2.2
/** Door leaves show the state and are not to scale. */
const longestLeaf = 13
const roomForName = 84
const tick = 3
const away = 8

const stateColours: Readonly<Record<OpenState, string>> = {
  alwaysOpen: '#d55e00',
  occasionally: '#0064a8',
  alwaysClosed: '#6b747e',
}
/** Return the colour of a door on the plan and in its legend. */
export const doorColour = (state: OpenState): string => stateColours[state]

/**
 * Return the largest common scale at which the plan fits into this size in points, so that it can be measured with a
 * ruler.
 */
function scaleOf({ bounds }: RoomPlan, width: number, height: number): number {
  const [across, down] = [width - border.left - border.right, height - border.top - border.bottom]
  return (
    scales.find(
      (scale) => (bounds.width * pointsOfMetre) / scale <= across && (bounds.height * pointsOfMetre) / scale <= down,
    ) ?? coarsest
  )
}

/** Draw the leaf of a door: closed, half open or wide open. */
function leaf({ state }: PlanDoor, x: number, y: number, width: number): CanvasElement[] {
  const color = stateColours[state]
  if (state === 'alwaysClosed') return [line(x, y, x + width, y, color, 2.6)]
  const length = Math.min(width, longestLeaf)
  const swing = state === 'alwaysOpen' ? Math.PI / 2 : Math.PI / 5
  return [
    line(x, y, x + length * Math.cos(swing), y + length * Math.sin(swing), color, 1.6),
    line(x, y, x + width, y, color, 0.6, 1.5),
  ]
}

/** Draw a dimension line with end marks, above a wall or to its left. */
function measured({ name }: PlanDimension, x1: number, y1: number, x2: number, y2: number): CanvasElement[] {
  const color = colours.muted
  if (name === 'storageLength') {
    const y = y1 - away
    return [line(x1, y, x2, y, color), line(x1, y - tick, x1, y + tick, color), line(x2, y - tick, x2, y + tick, color)]
  }
  const x = x1 - away
  return [line(x, y1, x, y2, color), line(x - tick, y1, x + tick, y1, color), line(x - tick, y2, x + tick, y2, color)]
}

/** Draw a bar of two halves, the first one filled. */
function scaleBar(length: number, y: number): CanvasElement[] {
  const [half, height] = [length / 2, 3]
  const frame = { x: border.left + half, y, w: half, h: height, lineColor: colours.ink, lineWidth: 0.6 }
  return [area(border.left, y, half, height, colours.ink), { type: 'rect', ...frame }]
}

type TextStyle = { color?: string; fontSize?: number }

const nameRuns = (paper: Paper, word: 'plan.store' | 'plan.room', size: string | null): Run[] => [
  ...paper.line(word, { fontSize: 7.5, color: colours.muted }),
  ...(size === null ? [] : paper.text(size, { fontSize: 7, color: colours.ink })),
]

/**
 * Draw the plan to scale: walls, doors with their state, dimensions and a scale bar, within a maximum size in points.
 */
export function planDrawing(
  paper: Paper,
  plan: RoomPlan,
  widest: number,
  highest: number,
): Drawing & { scale: number } {
  const scale = scaleOf(plan, widest, highest)
  const perMetre = pointsOfMetre / scale
  const atX = (x: number) => border.left + (x - plan.bounds.x) * perMetre
  const atY = (y: number) => border.top + (y - plan.bounds.y) * perMetre
  const shapes: CanvasElement[] = []
  const texts: DrawnText[] = []
  const say = (x: number, y: number, text: string, align: DrawnText['align'], style: TextStyle = {}) =>
    texts.push({ x, y, runs: paper.text(text, { fontSize: 7, color: colours.ink, ...style }), align })
  const walls = ({ x, y, width, height }: PlanRectangle, color: string) => {
    const place = { x: atX(x), y: atY(y), w: width * perMetre, h: height * perMetre }
    shapes.push({ type: 'rect', ...place, color, lineColor: colours.ink, lineWidth: wall })
  }
  const named = (word: 'plan.store' | 'plan.room', { x, y, width, height }: PlanRectangle, isBeside: boolean) => {
    const size = word === 'plan.room' ? `  ${typed(height)} × ${typed(width)} m` : null
    const runs = nameRuns(paper, word, size)
    const middleY = atY(y + height / 2) - 5
    if (isBeside) texts.push({ x: atX(x + width) + 6, y: middleY, runs })
    else texts.push({ x: atX(x + width / 2), y: middleY, runs, align: 'center' })
  }

  walls(plan.store, '#eaf2fb')
  named('plan.store', plan.store, false)
  const room = plan.reentryRoom
  if (room) {
    walls(room, '#f3f6ea')
    named('plan.room', room, atX(room.x + room.width) + roomForName <= widest)
  }
  for (const door of plan.doors) {
    const [x, y, width] = [atX(door.x), atY(door.y), door.widthM * perMetre]
    shapes.push(area(x, y - wall, width, 2 * wall, colours.white), ...leaf(door, x, y, width))
    if (!door.isInner)
      say(x + width / 2, y + longestLeaf, String(door.number), 'center', {
        color: stateColours[door.state],
        fontSize: 8,
      })
  }
  for (const dimension of plan.dimensions) {
    // The room's dimensions are in its name; a line below it would cross the doors.
    if (dimension.name === 'reentryRoomWidth') continue
    const { from, to, lengthM } = dimension
    const [x1, y1, x2, y2] = [atX(from.x), atY(from.y), atX(to.x), atY(to.y)]
    shapes.push(...measured(dimension, x1, y1, x2, y2))
    if (dimension.name === 'storageLength') say((x1 + x2) / 2, y1 - 20, `${typed(lengthM)} m`, 'center')
    else say(x1 - 12, (y1 + y2) / 2 - 5, `${typed(lengthM)} m`, 'right')
  }
  const foot = atY(plan.bounds.y + plan.bounds.height) + 34
  const bar = plan.scaleBarM * perMetre
  shapes.push(...scaleBar(bar, foot))
  const barStyle = { color: colours.muted, fontSize: 6.5 }
  say(border.left, foot + 5, '0', 'center', barStyle)
  say(border.left + bar, foot + 5, `${typed(plan.scaleBarM)} m`, 'center', barStyle)
  return { width: atX(plan.bounds.x + plan.bounds.width) + border.right, height: foot + 16, shapes, texts, scale }
}
