import type { CanvasElement } from 'pdfmake/interfaces'
import { colours } from '#server/services/pdf/paper.ts'
import { type Drawing, type DrawnText, dot, line } from './drawing.ts'
import { roundStep } from './load-chart.ts'
import { printed } from './numbers.ts'
import type { Paper } from './paper.ts'
import { humidityCurves } from './psychrometric-curves.ts'
import type { StatePoint } from './psychrometric-points.ts'

/** A straight line between two states, for the mixing line and the no-fog limit. */
export type MixingLine = { from: StatePoint; toC: number; toGKg: number; color: string; dash?: number }
export type ChartOptions = {
  width: number
  height: number
  points: readonly StatePoint[]
  lines: readonly MixingLine[]
  pressurePa: number
}

const border = { left: 14, right: 34, top: 26, bottom: 30 }
const labelSize = 7

/** Possible positions of a letter around its point, in points of the page. */
const places = [
  [5, -10],
  [-9, -11],
  [5, 3],
  [-9, 3],
  [9, -4],
  [-13, -4],
  [-2, -15],
  [-2, 7],
] as const

/** Return limits and steps of both axes, in °C and g/kg. */
function axesOf(points: readonly StatePoint[], lines: readonly MixingLine[]) {
  const temperatures = points.map(({ temperatureC }) => temperatureC)
  const span = Math.max(...temperatures) - Math.min(...temperatures)
  const stepC = roundStep(Math.max(span, 8) * 1.2, 6)
  const low = Math.floor((Math.min(...temperatures) - 0.08 * span) / stepC) * stepC
  const high = Math.ceil((Math.max(...temperatures) + 0.05 * span) / stepC) * stepC
  const mostGKg = Math.max(...points.map(({ gKg }) => gKg), ...lines.map(({ toGKg }) => toGKg))
  const stepG = roundStep(mostGKg * 1.15, 6)
  const highG = Math.ceil((1.08 * mostGKg) / stepG) * stepG
  return { low, high, highG, stepC, stepG }
}

type Spot = { x: number; y: number }

/** Return the position of a letter with the largest distance to the occupied ones. */
function placeFor(point: Spot, taken: readonly Spot[], { top, foot }: { top: number; foot: number }) {
  const space = (dx: number, dy: number) =>
    Math.min(...taken.map((other) => Math.hypot(other.x - (point.x + dx + 2), other.y - (point.y + dy + 5))))
  const inside = places.filter(([, dy]) => point.y + dy > top && point.y + dy < foot)
  return inside.sort((left, right) => space(right[0], right[1]) - space(left[0], left[1]))[0] ?? places[0]
}

/**
 * Draw the chart of humidity ratio over temperature: saturation, lines of relative humidity, the states, and lines
 * between them.
 */
export function psychrometricChart(paper: Paper, { width, height, points, lines, pressurePa }: ChartOptions): Drawing {
  const { low, high, highG, stepC, stepG } = axesOf(points, lines)
  const [plotWidth, plotHeight] = [width - border.left - border.right, height - border.top - border.bottom]
  const x = (temperatureC: number) => border.left + ((temperatureC - low) / (high - low)) * plotWidth
  const y = (gKg: number) => border.top + (1 - gKg / highG) * plotHeight
  const shapes: CanvasElement[] = []
  const texts: DrawnText[] = []
  const say = (
    atX: number,
    atY: number,
    text: string,
    align: DrawnText['align'] = 'left',
    color: string = colours.muted,
    bold = false,
  ) => texts.push({ x: atX, y: atY, runs: paper.text(text, { fontSize: labelSize, color, bold }), align })

  const decimalsOf = (step: number) => Math.max(0, -Math.floor(Math.log10(step)))
  for (let value = low; value <= high + 1e-9; value += stepC) {
    shapes.push(line(x(value), border.top, x(value), border.top + plotHeight, '#e3e7ec', 0.4))
    say(x(value), border.top + plotHeight + 3, printed(value.toFixed(decimalsOf(stepC))), 'center')
  }
  for (let index = 0; index * stepG <= highG + 1e-9; index += 1) {
    const value = index * stepG
    shapes.push(line(border.left, y(value), border.left + plotWidth, y(value), '#e3e7ec', 0.4))
    say(border.left + plotWidth + 4, y(value) - 5, printed(value.toFixed(decimalsOf(stepG))))
  }

  const curves = humidityCurves(paper, { low, high, mostGKg: highG, top: border.top, x, y, pressurePa })
  shapes.push(...curves.shapes)
  texts.push(...curves.texts)
  const frame = { x: border.left, y: border.top, w: plotWidth, h: plotHeight, lineColor: colours.ink, lineWidth: 0.7 }
  shapes.push({ type: 'rect', ...frame })
  for (const { from, toC, toGKg, color, dash } of lines)
    shapes.push(line(x(from.temperatureC), y(from.gKg), x(toC), y(toGKg), color, 1.1, dash))

  const taken = points.map(({ temperatureC, gKg }) => ({ x: x(temperatureC), y: y(gKg) }))
  for (const { temperatureC, gKg, color, mark } of points) {
    const [atX, atY] = [x(temperatureC), y(gKg)]
    shapes.push(dot(atX, atY, 2.8, color))
    const [dx, dy] = placeFor({ x: atX, y: atY }, taken, { top: border.top - 6, foot: border.top + plotHeight - 9 })
    taken.push({ x: atX + dx + 2, y: atY + dy + 5 })
    say(atX + dx, atY + dy, mark, 'left', color, true)
  }
  const axis = { fontSize: labelSize, color: colours.muted }
  const [middle, foot] = [border.left + plotWidth / 2, height - 13]
  texts.push({ x: middle, y: foot, runs: paper.line('chart.temperature', axis), align: 'center' })
  texts.push({ x: width - 4, y: 0, runs: paper.line('chart.humidityRatio', axis), align: 'right' })
  return { width, height, shapes, texts }
}
