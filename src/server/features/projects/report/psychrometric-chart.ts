import type { CanvasElement } from 'pdfmake/interfaces'
import { saturationPressurePa } from '#shared/selection/psychrometrics.ts'
import { type Drawing, type DrawnText, dot, line } from './drawing.ts'
import { roundStep } from './load-chart.ts'
import { colours, type Paper } from './paper.ts'
import type { StatePoint } from './psychrometric-points.ts'

/** A straight line between two states, as the mixing line and the no-fog limit are. */
export type MixingLine = { from: StatePoint; toC: number; toGKg: number; color: string; dash?: number }
export type ChartOptions = { width: number; height: number; points: readonly StatePoint[]; lines: readonly MixingLine[]; pressurePa: number }

const border = { left: 14, right: 34, top: 26, bottom: 30 }
const relativeHumidities = [20, 40, 60, 80] as const
const pieces = 72
const waterRatio = 0.621945
const labelSize = 7

/** g/kg of air of a relative humidity (%, over ice below 0 °C). */
function gramsAt(temperatureC: number, relativeHumidity: number, pressurePa: number): number {
  const vapour = (relativeHumidity / 100) * saturationPressurePa(temperatureC)
  return (1_000 * waterRatio * vapour) / (pressurePa - vapour)
}

/** Places around a point where its letter may stand, in points of the page. */
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

/** The chart of humidity ratio over temperature: saturation, lines of relative humidity, the states, and lines between them. */
export function psychrometricChart(paper: Paper, { width, height, points, lines, pressurePa }: ChartOptions): Drawing {
  const temperatures = points.map(({ temperatureC }) => temperatureC)
  const span = Math.max(...temperatures) - Math.min(...temperatures)
  const stepC = roundStep(Math.max(span, 8) * 1.2, 6)
  const low = Math.floor((Math.min(...temperatures) - 0.08 * span) / stepC) * stepC
  const high = Math.ceil((Math.max(...temperatures) + 0.05 * span) / stepC) * stepC
  const mostGKg = Math.max(...points.map(({ gKg }) => gKg), ...lines.map(({ toGKg }) => toGKg))
  const stepG = roundStep(mostGKg * 1.15, 6)
  const highG = Math.ceil((1.08 * mostGKg) / stepG) * stepG
  const [plotWidth, plotHeight] = [width - border.left - border.right, height - border.top - border.bottom]
  const x = (temperatureC: number) => border.left + ((temperatureC - low) / (high - low)) * plotWidth
  const y = (gKg: number) => border.top + (1 - gKg / highG) * plotHeight
  const shapes: CanvasElement[] = []
  const texts: DrawnText[] = []
  const say = (atX: number, atY: number, text: string, align: DrawnText['align'] = 'left', color: string = colours.muted, bold = false) =>
    texts.push({ x: atX, y: atY, runs: paper.text(text, { fontSize: labelSize, color, bold }), align })

  const decimalsOf = (step: number) => Math.max(0, -Math.floor(Math.log10(step)))
  for (let value = low; value <= high + 1e-9; value += stepC) {
    shapes.push(line(x(value), border.top, x(value), border.top + plotHeight, '#e3e7ec', 0.4))
    say(x(value), border.top + plotHeight + 3, value.toFixed(decimalsOf(stepC)), 'center')
  }
  for (let index = 0; index * stepG <= highG + 1e-9; index += 1) {
    const value = index * stepG
    shapes.push(line(border.left, y(value), border.left + plotWidth, y(value), '#e3e7ec', 0.4))
    say(border.left + plotWidth + 4, y(value) - 5, value.toFixed(decimalsOf(stepG)))
  }

  for (const relativeHumidity of [...relativeHumidities, 100]) {
    const curve: { x: number; y: number }[] = []
    let end = { x: x(high), y: 0 }
    for (let index = 0; index <= pieces; index += 1) {
      const temperatureC = low + ((high - low) * index) / pieces
      const vapour = (relativeHumidity / 100) * saturationPressurePa(temperatureC)
      // Above this the air would be all vapour: far outside of the chart.
      const gKg = vapour < 0.5 * pressurePa ? gramsAt(temperatureC, relativeHumidity, pressurePa) : Number.POSITIVE_INFINITY
      if (gKg > highG) {
        const before = curve.at(-1)
        const beforeC = low + ((high - low) * (index - 1)) / pieces
        if (before && Number.isFinite(gKg)) {
          const beforeG = gramsAt(beforeC, relativeHumidity, pressurePa)
          const share = (highG - beforeG) / (gKg - beforeG)
          end = { x: before.x + share * (x(temperatureC) - before.x), y: border.top }
          curve.push(end)
        }
        break
      }
      end = { x: x(temperatureC), y: y(gKg) }
      curve.push(end)
    }
    const isSaturation = relativeHumidity === 100
    if (curve.length > 1)
      shapes.push({ type: 'polyline', points: curve, lineColor: isSaturation ? colours.accent : '#9aa5b1', lineWidth: isSaturation ? 1.3 : 0.5 })
    const color = isSaturation ? colours.accent : colours.muted
    // Saturation is named on its empty side, the others by their number alone: they come close together at the top.
    if (end.y > border.top + 1) say(end.x - 2, end.y - 10, `${relativeHumidity} %`, 'right', color)
    else if (isSaturation) say(end.x + 4, border.top - 10, '100 %', 'right', color)
    else say(end.x, border.top - 10, String(relativeHumidity), 'center', color)
  }
  shapes.push({ type: 'rect', x: border.left, y: border.top, w: plotWidth, h: plotHeight, lineColor: colours.ink, lineWidth: 0.7 })

  for (const { from, toC, toGKg, color, dash } of lines) shapes.push(line(x(from.temperatureC), y(from.gKg), x(toC), y(toGKg), color, 1.1, dash))

  const taken = points.map(({ temperatureC, gKg }) => ({ x: x(temperatureC), y: y(gKg) }))
  for (const { temperatureC, gKg, color, mark } of points) {
    const [atX, atY] = [x(temperatureC), y(gKg)]
    shapes.push(dot(atX, atY, 2.8, color))
    const room = (dx: number, dy: number) => Math.min(...taken.map((other) => Math.hypot(other.x - (atX + dx + 2), other.y - (atY + dy + 5))))
    const isInside = (dy: number): boolean => atY + dy > border.top - 6 && atY + dy + 9 < border.top + plotHeight
    const [dx, dy] = [...places].filter(([, down]) => isInside(down)).sort((left, right) => room(right[0], right[1]) - room(left[0], left[1]))[0] ?? places[0]
    taken.push({ x: atX + dx + 2, y: atY + dy + 5 })
    say(atX + dx, atY + dy, mark, 'left', color, true)
  }
  texts.push({
    x: border.left + plotWidth / 2,
    y: height - 13,
    runs: paper.line('chart.temperature', { fontSize: labelSize, color: colours.muted }),
    align: 'center',
  })
  texts.push({ x: width - 4, y: 0, runs: paper.line('chart.humidityRatio', { fontSize: labelSize, color: colours.muted }), align: 'right' })
  return { width, height, shapes, texts }
}
