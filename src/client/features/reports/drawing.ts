import type { Drawing } from '#shared/reports.ts'

/** Size of the sheet in drawing units; screen and print scale it. */
export const sheet = { width: 800, height: 400 } as const
export const colours = { ink: '#1c2229', red: '#b4231f', blue: '#0a5bb0' } as const
export type Colour = keyof typeof colours
export const tools = ['pen', 'line', 'box', 'note'] as const
export type Tool = (typeof tools)[number]
type Point = { x: number; y: number }

/**
 * The shapes that the sheet draws, with the type names of canvas libraries. Other shapes stay in the drawing but are
 * not shown.
 */
export type Shape =
  | { type: 'polyline'; points: Point[]; stroke: string }
  | { type: 'line'; x1: number; y1: number; x2: number; y2: number; stroke: string }
  | { type: 'rect'; left: number; top: number; width: number; height: number; stroke: string }
  | { type: 'text'; left: number; top: number; text: string; stroke: string }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
/** Return a value only if it is a plain colour. */
const colour = (value: unknown): string =>
  typeof value === 'string' && /^#[0-9a-f]{3,8}$/i.test(value) ? value : colours.ink
const pointOf = (value: unknown): Point =>
  isRecord(value) ? { x: number(value.x), y: number(value.y) } : { x: 0, y: 0 }

/** Return a stored object as a shape; null for an unknown type. */
export function shapeOf(object: unknown): Shape | null {
  if (!isRecord(object)) return null
  const stroke = colour(object.stroke ?? object.fill)
  const [left, top] = [number(object.left), number(object.top)]
  switch (String(object.type).toLowerCase()) {
    case 'polyline':
      return { type: 'polyline', points: Array.isArray(object.points) ? object.points.map(pointOf) : [], stroke }
    case 'line':
      return {
        type: 'line',
        x1: number(object.x1),
        y1: number(object.y1),
        x2: number(object.x2),
        y2: number(object.y2),
        stroke,
      }
    case 'rect':
      return {
        type: 'rect',
        left,
        top,
        width: Math.abs(number(object.width)),
        height: Math.abs(number(object.height)),
        stroke,
      }
    case 'text':
    case 'i-text':
    case 'textbox':
      return { type: 'text', left, top, text: String(object.text ?? '').slice(0, 200), stroke }
    default:
      return null
  }
}

/** Return the shape of a pointer stroke: the pen follows each point, other tools join the first point with the last. */
export function shapeFrom(tool: Exclude<Tool, 'note'>, points: readonly Point[], stroke: string): Shape | null {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return null
  if (tool === 'pen') return { type: 'polyline', points: [...points], stroke }
  if (tool === 'line') return { type: 'line', x1: first.x, y1: first.y, x2: last.x, y2: last.y, stroke }
  const [left, top] = [Math.min(first.x, last.x), Math.min(first.y, last.y)]
  return { type: 'rect', left, top, width: Math.abs(last.x - first.x), height: Math.abs(last.y - first.y), stroke }
}

export const objectsOf = (drawing: Drawing | null): unknown[] => drawing?.objects ?? []

/**
 * Combine two changes of the same drawing: what others have saved since, without the objects that the user removed, and
 * with those that the user added.
 */
export function combinedObjects(
  before: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
): unknown[] {
  const texts = (objects: readonly unknown[]) => new Set(objects.map((object) => JSON.stringify(object)))
  const [known, kept, saved] = [texts(before), texts(mine), texts(theirs)]
  const isRemoved = (text: string) => known.has(text) && !kept.has(text)
  return [
    ...theirs.filter((object) => !isRemoved(JSON.stringify(object))),
    ...mine.filter((object) => !known.has(JSON.stringify(object)) && !saved.has(JSON.stringify(object))),
  ]
}
