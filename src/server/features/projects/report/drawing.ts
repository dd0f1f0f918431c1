import type { CanvasElement, Content } from 'pdfmake/interfaces'
import { colours, type Run } from '#server/services/pdf/paper.ts'

/** A text in a drawing, in points from its upper left corner. `x` is the left end, centre or right end of the text. */
export type DrawnText = { x: number; y: number; runs: readonly Run[]; align?: 'left' | 'center' | 'right' }
/** Lines and areas in points, with texts on top. */
export type Drawing = { width: number; height: number; shapes: CanvasElement[]; texts: DrawnText[] }

/** Wide enough for every text of a drawing, so that none wraps. */
const textWidth = 240
const offset = { left: 0, center: textWidth / 2, right: textWidth }

export const line = (
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  lineColor: string = colours.line,
  lineWidth = 0.5,
  dash?: number,
): CanvasElement => ({
  type: 'line',
  x1,
  y1,
  x2,
  y2,
  lineColor,
  lineWidth,
  ...(dash ? { dash: { length: dash } } : {}),
})
export const area = (x: number, y: number, w: number, h: number, color: string): CanvasElement => ({
  type: 'rect',
  x,
  y,
  w,
  h,
  color,
})
export const dot = (
  x: number,
  y: number,
  radius: number,
  color: string,
  lineColor: string = colours.white,
): CanvasElement => ({
  type: 'ellipse',
  x,
  y,
  r1: radius,
  r2: radius,
  color,
  lineColor,
  lineWidth: 0.6,
})

/** Place a drawing in the page flow without page breaks. Texts are positioned relative to the bottom of the canvas. */
export function drawn(
  { width, height, shapes, texts }: Drawing,
  margin: [number, number, number, number] = [0, 0, 0, 8],
): Content {
  return {
    unbreakable: true,
    margin,
    stack: [
      { canvas: [area(0, 0, width, height, colours.white), ...shapes] },
      ...texts.map(
        ({ x, y, runs, align = 'left' }): Content => ({
          columns: [{ width: textWidth, text: [...runs], alignment: align, noWrap: true }],
          relativePosition: { x: x - offset[align], y: y - height },
        }),
      ),
    ],
  }
}
