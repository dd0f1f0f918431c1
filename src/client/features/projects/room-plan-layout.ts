import type { PlanDimension, PlanPoint, PlanRectangle, RoomPlan } from '#shared/selection/room-plan.ts'

/** The drawing has this size in every state, so that nothing moves while sizes are typed. */
export const sheet = { width: 360, height: 312 }
/** Space for dimension lines, door numbers and the scale bar. */
const margins = { top: 30, right: 40, bottom: 80, left: 34 }
const away = 14
export const markRadius = 9

export type Line = { from: PlanPoint; to: PlanPoint }
export type DimensionLine = Line & { key: PlanDimension['name']; lengthM: number; isUpright: boolean; text: PlanPoint }
export type DoorMark = { number: number; door: PlanPoint; at: PlanPoint }
export type PlanDrawing = {
  /** Drawing units per metre, the same in both directions. */
  scale: number
  place: (point: PlanPoint) => PlanPoint
  box: (rectangle: PlanRectangle) => PlanRectangle
  dimensions: DimensionLine[]
  marks: DoorMark[]
  scaleBar: Line
}

type Place = PlanDrawing['place']

/**
 * Dimension lines: length above and width to the left of the store; of the re-entry room to the right and below,
 * because its upper side has doors.
 */
function dimensionLines(plan: RoomPlan, place: Place): DimensionLine[] {
  const bottom = place({ x: 0, y: plan.bounds.y + plan.bounds.height }).y
  return plan.dimensions.map(({ name, from, to, lengthM }) => {
    const isUpright = from.x === to.x
    const [start, end] = [place(from), place(to)]
    const room = plan.reentryRoom
    const isRoom = name.startsWith('reentryRoom')
    if (isUpright) {
      const x = isRoom && room ? place({ x: room.x + room.width, y: 0 }).x + away : start.x - away
      return {
        key: name,
        lengthM,
        isUpright,
        from: { x, y: start.y },
        to: { x, y: end.y },
        text: { x: isRoom ? x + 10 : x - 5, y: (start.y + end.y) / 2 },
      }
    }
    const y = isRoom ? bottom + 44 : start.y - away
    return {
      key: name,
      lengthM,
      isUpright,
      from: { x: start.x, y },
      to: { x: end.x, y },
      text: { x: (start.x + end.x) / 2, y: isRoom ? y + 12 : y - 4 },
    }
  })
}

/** Numbers under the outer doors, moved apart where the doors are too close to each other on the drawing. */
function doorMarks(plan: RoomPlan, place: Place): DoorMark[] {
  const doors = plan.doors
    .filter(({ isInner }) => !isInner)
    .map(({ number, x, y, widthM }) => ({ number, door: place({ x: x + widthM / 2, y }) }))
  const least = 2 * markRadius + 4
  const at = doors.map(({ door }) => door.x)
  for (let index = 1; index < at.length; index += 1) at[index] = Math.max(at[index] ?? 0, (at[index - 1] ?? 0) + least)
  // Centre the numbers under their doors after moving them apart.
  const shift = doors.reduce((sum, { door }, index) => sum + (at[index] ?? 0) - door.x, 0) / Math.max(1, doors.length)
  return doors.map(({ number, door }, index) => ({ number, door, at: { x: (at[index] ?? 0) - shift, y: door.y + 28 } }))
}

type Margins = Record<'top' | 'right' | 'bottom' | 'left', number>

/** Fit a plan in metres onto a sheet: as large as possible, centred, with its proportions. */
export function fittedOn(
  size: { width: number; height: number },
  space: Margins,
  { bounds }: RoomPlan,
): Pick<PlanDrawing, 'scale' | 'place' | 'box'> {
  const inside = { width: size.width - space.left - space.right, height: size.height - space.top - space.bottom }
  const scale = Math.min(inside.width / bounds.width, inside.height / bounds.height)
  const left = space.left + (inside.width - bounds.width * scale) / 2
  const top = space.top + (inside.height - bounds.height * scale) / 2
  const place: Place = ({ x, y }) => ({ x: left + (x - bounds.x) * scale, y: top + (y - bounds.y) * scale })
  return {
    scale,
    place,
    box: ({ x, y, width, height }) => ({ ...place({ x, y }), width: width * scale, height: height * scale }),
  }
}

/** The plan on the sheet of the wizard, with the dimension lines and marks beside the rooms. */
export function drawingOf(plan: RoomPlan): PlanDrawing {
  const fitted = fittedOn(sheet, margins, plan)
  const { scale, place } = fitted
  const barEnd = sheet.width - 10
  return {
    ...fitted,
    dimensions: dimensionLines(plan, place),
    marks: doorMarks(plan, place),
    scaleBar: {
      from: { x: barEnd - plan.scaleBarM * scale, y: sheet.height - 8 },
      to: { x: barEnd, y: sheet.height - 8 },
    },
  }
}
