import type { CanvasElement } from 'pdfmake/interfaces'
import { colours } from '#server/services/pdf/paper.ts'
import { saturationPressurePa } from '#shared/selection/psychrometrics.ts'
import type { DrawnText } from './drawing.ts'
import type { Paper } from './paper.ts'

/** The mapping of a state of air to the page, °C and g/kg to points, and the limits of both axes. */
export type Axes = {
  low: number
  high: number
  mostGKg: number
  top: number
  x(temperatureC: number): number
  y(gKg: number): number
  pressurePa: number
}
type Point = { x: number; y: number }

const saturated = 100
/** Saturation comes first, so that it keeps its label where labels would overlap. */
const relativeHumidities = [saturated, 20, 40, 60, 80] as const
const pieces = 72
const waterRatio = 0.621945
/** Above this share of vapour, the air is far outside any chart. */
const mostVapour = 0.5
const labelSize = 7
const apart = 9
const saturationLabel = 18

/** Return g/kg of air at a relative humidity (%, over ice below 0 °C). */
function gramsAt(temperatureC: number, relativeHumidity: number, pressurePa: number): number {
  const vapour = Math.min(mostVapour * pressurePa, (relativeHumidity / 100) * saturationPressurePa(temperatureC))
  return (1_000 * waterRatio * vapour) / (pressurePa - vapour)
}

/** Return a line of constant relative humidity, cut at the edge of the chart. */
function curveOf(relativeHumidity: number, { low, high, mostGKg, top, x, y, pressurePa }: Axes): Point[] {
  const curve: Point[] = []
  let [beforeC, beforeG] = [low, 0]
  for (let index = 0; index <= pieces; index += 1) {
    const temperatureC = low + ((high - low) * index) / pieces
    const gKg = gramsAt(temperatureC, relativeHumidity, pressurePa)
    if (gKg > mostGKg) {
      const share = (mostGKg - beforeG) / (gKg - beforeG)
      curve.push({ x: x(beforeC + share * (temperatureC - beforeC)), y: top })
      break
    }
    curve.push({ x: x(temperatureC), y: y(gKg) })
    ;[beforeC, beforeG] = [temperatureC, gKg]
  }
  return curve
}

/** Draw saturation and the lines of relative humidity, each labelled where there is space. */
export function humidityCurves(paper: Paper, axes: Axes): { shapes: CanvasElement[]; texts: DrawnText[] } {
  const shapes: CanvasElement[] = []
  const texts: DrawnText[] = []
  const taken: number[] = []
  for (const relativeHumidity of relativeHumidities) {
    const isSaturation = relativeHumidity === saturated
    const color = isSaturation ? colours.accent : colours.muted
    const points = curveOf(relativeHumidity, axes)
    const end = points.at(-1)
    if (!end || points.length < 2) continue
    shapes.push({
      type: 'polyline',
      points,
      lineColor: isSaturation ? colours.accent : '#9aa5b1',
      lineWidth: isSaturation ? 1.3 : 0.5,
    })
    const say = (x: number, y: number, text: string, align: DrawnText['align']) =>
      texts.push({ x, y, runs: paper.text(text, { fontSize: labelSize, color }), align })
    if (end.y > axes.top + 1) {
      say(end.x - 2, end.y - 10, `${relativeHumidity} %`, 'right')
    } else if (isSaturation) {
      // On the side without curves.
      say(end.x + 4, axes.top - 10, `${relativeHumidity} %`, 'right')
      taken.push(end.x, end.x - saturationLabel)
    } else if (taken.every((other) => Math.abs(other - end.x) >= apart)) {
      say(end.x, axes.top - 10, String(relativeHumidity), 'center')
      taken.push(end.x)
    }
  }
  return { shapes, texts }
}
