import type { Cell, TableLine } from '#shared/tables/table.ts'
import { columnOfHeading } from './headings.ts'
import { isUnit } from './units.ts'

/**
 * `names` = the file's name of each column; `hints` = the same with the units of a separate line; `skipped` = lines
 * from the headings on that are not models.
 */
export type HeadingBlock = { names: string[]; hints: string[]; skipped: number }

/** At most this number of lines below the headings may belong to them. */
const mostBelow = 2
export const longestHeading = 200

export const textOf = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? '' : String(cell).trim()
const headingText = (cell: Cell | undefined): string => textOf(cell).replace(/\s+/g, ' ').slice(0, longestHeading)
const isNumber = (cell: Cell | undefined): boolean =>
  typeof cell === 'number' || /^[+\-−–]?(?=\D*\d)[\d.,'’\s]+$/.test(textOf(cell))
const filled = (texts: readonly string[]): number => texts.filter((text) => text !== '').length
const joined = (...parts: readonly string[]): string =>
  [...new Set(parts.filter((part) => part !== ''))].join(' ').slice(0, longestHeading)

/** Repeat a heading over several columns, which is in the first of them. */
function spread(texts: readonly string[]): string[] {
  let last = ''
  return texts.map((text) => {
    last = text === '' ? last : text
    return last
  })
}

/** Does a line contain only text, in several columns? Then it belongs to the headings, above or below their line. */
function isPart(line: TableLine | undefined, texts: readonly string[]): boolean {
  return line !== undefined && filled(texts) > 1 && !line.cells.some(isNumber)
}

/**
 * Return the headings of `width` columns: their line, a line of groups above it, and lines of units, limits or air
 * conditions below it.
 */
export function headingBlock(lines: readonly TableLine[], heading: number, width: number): HeadingBlock {
  const textsAt = (at: number) => Array.from({ length: width }, (_, column) => headingText(lines[at]?.cells[column]))
  const main = textsAt(heading)
  const model = main.findIndex((text) => columnOfHeading(text) === 'model')
  const over =
    heading > 0 && (lines[heading]?.line ?? 0) - (lines[heading - 1]?.line ?? 0) === 1 ? textsAt(heading - 1) : []
  const groups = isPart(lines[heading - 1], over) ? spread(over) : []
  const repeated = (text: string) => main.filter((other) => other === text).length > 1
  let names = main.map((text, at) => {
    if (text === '') return over[at] !== undefined && groups.length > 0 ? over[at] : ''
    return repeated(text) || columnOfHeading(text) === null ? joined(groups[at] ?? '', text) : text
  })
  const units: string[] = []
  let below = 0
  while (below < mostBelow) {
    const line = lines[heading + below + 1]
    const texts = textsAt(heading + below + 1)
    const name = texts[model] ?? ''
    if (!isPart(line, texts) || (name !== '' && name !== main[model])) break
    const across = spread(names)
    names = names.map((own, at) => {
      const text = texts[at] ?? ''
      if (text === '' || text === own) return own
      if (!isUnit(text)) return joined(own === '' ? (across[at] ?? '') : own, text)
      units[at] ??= text
      // A unit below the right half of merged headings.
      return own === '' ? (across[at] ?? '') : own
    })
    below += 1
  }
  return {
    names,
    hints: names.map((name, at) =>
      units[at] === undefined ? name : `${name} [${units[at].replace(/^[([]|[)\]]$/g, '')}]`,
    ),
    skipped: 1 + below,
  }
}
