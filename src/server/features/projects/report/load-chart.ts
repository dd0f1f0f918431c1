import type { CanvasElement } from 'pdfmake/interfaces'
import { colours, contentWidth, type Run } from '#server/services/pdf/paper.ts'
import { area, type Drawing, type DrawnText, line } from './drawing.ts'
import { printed, significant } from './numbers.ts'
import type { Paper } from './paper.ts'

/** One part of a bar. */
export type BarPart = { key: string; label: Run[]; color: string; kgH: number }
export type Bar = { label: Run[]; parts: BarPart[] }

const left = 92
const right = 46
const rowHeight = 25
const barHeight = 14
const top = 6
const axis = 26
const keyHeight = 14
const ticks = 5

/** Return a round step for an axis: 1, 2 or 5 times a power of ten. */
export function roundStep(span: number, count: number): number {
  const rough = span / count
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10)
}

/** Draw stacked bars of the moisture load in each case, with the need as a line. All in kg/h. */
export function loadChart(paper: Paper, bars: readonly Bar[], needKgH: number): Drawing {
  const totals = bars.map(({ parts }) => parts.reduce((sum, { kgH }) => sum + kgH, 0))
  const most = Math.max(needKgH, ...totals)
  const step = roundStep(most > 0 ? most : 1, ticks)
  const span = Math.max(step, Math.ceil((1.02 * most) / step) * step)
  const width = contentWidth - left - right
  const at = (kgH: number) => left + (kgH / span) * width
  const foot = top + bars.length * rowHeight
  const shapes: CanvasElement[] = []
  const texts: DrawnText[] = []
  const decimals = Math.max(0, -Math.floor(Math.log10(step)))
  for (let index = 0; index * step <= span * 1.0001; index += 1) {
    shapes.push(line(at(index * step), top, at(index * step), foot, colours.line))
    texts.push({
      x: at(index * step),
      y: foot + 2,
      runs: paper.text(printed((index * step).toFixed(decimals)), { fontSize: 7, color: colours.muted }),
      align: 'center',
    })
  }
  texts.push({ x: left + width + 8, y: foot + 2, runs: paper.text('kg/h', { fontSize: 7, color: colours.muted }) })
  bars.forEach(({ label, parts }, row) => {
    const y = top + row * rowHeight + (rowHeight - barHeight) / 2
    texts.push({ x: left - 6, y: y + (paper.languages.length > 1 ? -3 : 2), runs: label, align: 'right' })
    let sum = 0
    for (const { kgH, color } of parts) {
      if (kgH > 0) shapes.push(area(at(sum), y, at(sum + kgH) - at(sum), barHeight, color))
      sum += kgH
    }
  })
  shapes.push(
    line(left, top, left, foot, colours.ink, 0.8),
    line(at(needKgH), top - 3, at(needKgH), foot, colours.danger, 1, 3),
  )
  totals.forEach((total, row) => {
    const y = top + row * rowHeight + (rowHeight - barHeight) / 2
    const number = significant(total)
    // A white background separates the figure from the line of the need.
    if (total < needKgH) shapes.push(area(at(total) + 2, y, textLength(number) + 4, barHeight, colours.white))
    texts.push({ x: at(total) + 4, y: y + 2, runs: paper.text(number, { fontSize: 8, bold: true }) })
  })

  // The legend: each colour once, in as many lines as needed.
  const key = new Map(bars.flatMap(({ parts }) => parts).map((part) => [part.key, part]))
  let [x, y] = [left, foot + axis - 8]
  const entries = [
    ...[...key.values()].map(({ label, color }) => ({ label, color, isLine: false })),
    { label: paper.line('loads.needLine', { fontSize: 7.5 }), color: colours.danger, isLine: true },
  ]
  for (const { label, color, isLine } of entries) {
    const wide = 16 + label.reduce((sum, run) => sum + textLength(run.text), 0)
    if (x + wide > contentWidth) [x, y] = [left, y + keyHeight]
    shapes.push(isLine ? line(x, y + 5, x + 9, y + 5, color, 1, 3) : area(x, y + 1, 8, 8, color))
    texts.push({ x: x + 12, y, runs: label })
    x += wide + 8
  }
  return { width: contentWidth, height: y + keyHeight, shapes, texts }
}

const wideGlyph = 7.6
const narrowGlyph = 4.3
/** Estimate the width of a text of 7.5 points: Chinese characters are as wide as high, letters about half of that. */
const textLength = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character.charCodeAt(0) > 0x2e80 ? wideGlyph : narrowGlyph), 0)
