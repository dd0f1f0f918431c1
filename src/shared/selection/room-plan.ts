import type { OpenState } from './inputs.ts'
import type { FieldName, ProjectData } from './project-fields.ts'
import { type DoorNumber, doorsOf, numberOf, roomOf } from './to-inputs.ts'

/** The fields of a project that its plan uses. */
export const planFields = [
  'storageLength',
  'storageWidth',
  'storageHeight',
  'door1Length',
  'door1Height',
  'door1OpenState',
  'door2Length',
  'door2Height',
  'door2OpenState',
  'door3Length',
  'door3Height',
  'door3OpenState',
  'reentryRoomLength',
  'reentryRoomWidth',
  'reentryRoomHeight',
] as const satisfies readonly FieldName[]
export type PlanData = Pick<ProjectData, (typeof planFields)[number]>

/**
 * In metres; x runs along the length of the store, y from its far wall to the wall with the doors and further outwards.
 */
export type PlanPoint = { x: number; y: number }
export type PlanRectangle = PlanPoint & { width: number; height: number }
export type PlanDoor = {
  number: number
  state: OpenState
  /** Left end of the opening, on the line of its wall. */
  x: number
  y: number
  /** Clear opening, true to scale along the wall. */
  widthM: number
  heightM: number
  /** Depth of the wall or tunnel; null = not given. */
  depthM: number | null
  /** Between re-entry room and store: the same opening a second time, as in the calculation. */
  isInner: boolean
}
export type PlanDimension = {
  name: 'storageLength' | 'storageWidth' | 'reentryRoomLength' | 'reentryRoomWidth'
  from: PlanPoint
  to: PlanPoint
  lengthM: number
}

/**
 * The room as drawn by the screen and the report. Sizes are true to scale; the positions of the doors along their wall
 * are schematic.
 */
export type RoomPlan = {
  store: PlanRectangle
  /** Attached outside the wall with the doors; its length points away from the store. */
  reentryRoom: PlanRectangle | null
  doors: PlanDoor[]
  /** Length of the wall with the doors. */
  wallM: number
  /** false = the doors together are wider than their wall; they are drawn side by side, beyond its ends. */
  doorsFit: boolean
  /** Encloses everything above. */
  bounds: PlanRectangle
  dimensions: PlanDimension[]
  /** A round length of about a quarter of the drawing, for the scale bar. */
  scaleBarM: number
}

type Size = { width: number; height: number }

function storeSizeOf(project: ProjectData): Size | null {
  const [width, height] = [numberOf(project, 'storageLength'), numberOf(project, 'storageWidth')]
  return width === null || height === null || width <= 0 || height <= 0 ? null : { width, height }
}

/** Return the re-entry room if the calculation has one: its width along the wall, its length between the two doors. */
function roomSizeOf(project: ProjectData): Size | null {
  const room = roomOf(project)
  return room && room.lengthM > 0 && room.widthM > 0 ? { width: room.widthM, height: room.lengthM } : null
}

const depthOf = (project: ProjectData, number: number): number | null =>
  project[`door${number as DoorNumber}Width`] ?? null

/** Spread doors evenly along a wall whose middle is at `middle`; side by side if they are wider than it. */
function doorsAlong(
  project: ProjectData,
  wallM: number,
  middle: number,
  y: number,
): { doors: PlanDoor[]; doorsFit: boolean } {
  const sized = doorsOf(project).filter(({ widthM, heightM }) => widthM > 0 && heightM > 0)
  const total = sized.reduce((sum, { widthM }) => sum + widthM, 0)
  const gap = Math.max(0, (wallM - total) / (sized.length + 1))
  let x = middle - (total + gap * (sized.length - 1)) / 2
  const doors = sized.map(({ number, state, widthM, heightM }) => {
    const door = { number, state, x, y, widthM, heightM, depthM: depthOf(project, number), isInner: false }
    x += widthM + gap
    return door
  })
  return { doors, doorsFit: total <= wallM }
}

function boundsOf(rectangles: readonly PlanRectangle[]): PlanRectangle {
  const [x, y] = [Math.min(...rectangles.map((one) => one.x)), Math.min(...rectangles.map((one) => one.y))]
  const right = Math.max(...rectangles.map((one) => one.x + one.width))
  const bottom = Math.max(...rectangles.map((one) => one.y + one.height))
  return { x, y, width: right - x, height: bottom - y }
}

const sidesOf = (
  rectangle: PlanRectangle,
  along: PlanDimension['name'],
  away: PlanDimension['name'],
): PlanDimension[] => {
  const { x, y, width, height } = rectangle
  return [
    { name: along, from: { x, y }, to: { x: x + width, y }, lengthM: width },
    { name: away, from: { x, y }, to: { x, y: y + height }, lengthM: height },
  ]
}

/** Return 1, 2 or 5 times a power of ten, at most a quarter of a length. */
function roundLength(lengthM: number): number {
  const power = 10 ** Math.floor(Math.log10(lengthM / 4))
  return power * ([5, 2].find((times) => times * power <= lengthM / 4) ?? 1)
}

/**
 * Return the plan of a project to scale, in metres: store, re-entry room and doors with their true width. With a
 * re-entry room, which is the protected zone behind the doors, the doors are in its outer wall and again between it and
 * the store. null while length or width of the store is missing.
 */
export function roomPlanOf(project: ProjectData): RoomPlan | null {
  const size = storeSizeOf(project)
  if (!size) return null
  const store = { x: 0, y: 0, ...size }
  const roomSize = roomSizeOf(project)
  const middle = size.width / 2
  const reentryRoom = roomSize && { x: middle - roomSize.width / 2, y: size.height, ...roomSize }
  const wallM = Math.min(size.width, roomSize?.width ?? size.width)
  const { doors: outer, doorsFit } = doorsAlong(project, wallM, middle, size.height + (roomSize?.height ?? 0))
  const inner = reentryRoom ? outer.map((door) => ({ ...door, y: size.height, isInner: true })) : []
  const doors = [...outer, ...inner]
  const openings = doors.map(({ x, y, widthM }) => ({ x, y, width: widthM, height: 0 }))
  const bounds = boundsOf([store, ...(reentryRoom ? [reentryRoom] : []), ...openings])
  return {
    store,
    reentryRoom,
    doors,
    wallM,
    doorsFit,
    bounds,
    dimensions: [
      ...sidesOf(store, 'storageLength', 'storageWidth'),
      ...(reentryRoom ? sidesOf(reentryRoom, 'reentryRoomWidth', 'reentryRoomLength') : []),
    ],
    scaleBarM: roundLength(Math.max(bounds.width, bounds.height)),
  }
}
