import { isIP } from 'node:net'
import {
  type DeviceFacts,
  type FactColumn,
  factColumns,
  factRanges,
  type GivenFacts,
  longestFact,
  longestNote,
  longestTag,
  mostTags,
  type numberFacts,
  takesAway,
} from '#shared/device-facts.ts'
import { feedColumns } from '#shared/feed.ts'
import type { FeedReason } from '#shared/feed-reasons.ts'

/** A fact that cannot be read: the reason and the cell's text. */
export type WrongFact = { reason: FeedReason; value: string; limit?: number }

const firstColumn = feedColumns.indexOf(factColumns[0])
const unreadable = /[\p{Cc}\uFFFD]/u
const unreadableNote = /[^\P{Cc}\t\n\r]|\uFFFD/u
const macAddress = /^(?:[0-9a-f]{2}[:-]?){5}[0-9a-f]{2}$|^(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}$/i
const numberWithUnit = /^([+-]?\d+(?:[.,]\d+)?)\s*(?:w|瓦|°c|c|℃|度|rpm|转)?$/i
const thousands = /^\d{1,2},\d{3}$/
const tagEnds = /[,;|，；、\n]/

const wrongNumber = { powerW: 'powerInvalid', temperatureC: 'temperatureInvalid', fanRpm: 'fanInvalid' } as const
type Read<Value> = Value | WrongFact
const isWrong = (read: unknown): read is WrongFact => typeof read === 'object' && read !== null && 'reason' in read

function shortText(text: string): Read<string> {
  if (unreadable.test(text)) return { reason: 'lineBroken', value: text }
  return text.length > longestFact ? { reason: 'factTooLong', value: text, limit: longestFact } : text
}
function noteOf(text: string): Read<string> {
  if (unreadableNote.test(text)) return { reason: 'lineBroken', value: text }
  return text.length > longestNote ? { reason: 'factTooLong', value: text, limit: longestNote } : text
}
const ipOf = (text: string): Read<string> =>
  isIP(text) === 0 ? { reason: 'ipInvalid', value: text } : text.toLowerCase()
function macOf(text: string): Read<string> {
  if (!macAddress.test(text)) return { reason: 'macInvalid', value: text }
  const digits = text.replace(/[^0-9a-f]/gi, '').toUpperCase()
  return (digits.match(/../g) ?? []).join(':')
}
function numberOf(column: (typeof numberFacts)[number], text: string): Read<number> {
  const parts = numberWithUnit.exec(text)
  const digits = parts?.[1] ?? ''
  const value = Number(thousands.test(digits) ? digits.replace(',', '') : digits.replace(',', '.'))
  const [least, most] = factRanges[column]
  if (!parts || !(value >= least && value <= most)) return { reason: wrongNumber[column], value: text }
  // Round to the stored precision, a 4-byte real or a whole number of turns, so that the stored value compares equal.
  return column === 'fanRpm' ? Math.round(value) : Math.fround(value)
}
function tagsOf(text: string): Read<string[]> {
  const tags = [...new Set(text.split(tagEnds).map((tag) => tag.trim()))].filter((tag) => tag !== '')
  if (tags.length > mostTags || tags.some((tag) => tag.length > longestTag || unreadable.test(tag)))
    return { reason: 'tagsInvalid', value: text }
  return tags
}

const readers: { [Column in FactColumn]: (text: string) => Read<NonNullable<DeviceFacts[Column]>> } = {
  hall: shortText,
  rack: shortText,
  shelf: shortText,
  firmware: shortText,
  ip: ipOf,
  mac: macOf,
  note: noteOf,
  tags: tagsOf,
  powerW: (text) => numberOf('powerW', text),
  temperatureC: (text) => numberOf('temperatureC', text),
  fanRpm: (text) => numberOf('fanRpm', text),
}

/**
 * Read the facts of a machine from the cells of its line: location, network, note, tags and sensors.
 * @param textOf returns the text of a cell: undefined = empty cell, null = not a text
 * @returns undefined when the line has no facts
 */
export function parseFacts(
  cells: readonly unknown[],
  textOf: (cell: unknown) => string | undefined | null,
): GivenFacts | WrongFact | undefined {
  if (cells.length <= firstColumn) return undefined
  let facts: GivenFacts | undefined
  for (const [place, column] of factColumns.entries()) {
    const cell = cells[firstColumn + place]
    const text = textOf(column === 'tags' && Array.isArray(cell) ? cell.join(',') : cell)
    if (text === undefined) continue
    if (text === null) return { reason: 'lineBroken', value: '' }
    const read: Read<DeviceFacts[FactColumn]> = text === takesAway ? null : readers[column](text)
    if (isWrong(read)) return read
    facts ??= {}
    Object.assign(facts, { [column]: read })
  }
  return facts
}
