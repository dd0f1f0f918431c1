import type { PlaceBook } from '#server/services/places/place-book.ts'
import { businessTime } from '#shared/business-time.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import { isMangledSerial } from '#shared/mangled-serial.ts'

import type { LineAnswer, RepairLine, RepairType } from '#shared/repairs.ts'
import type { DecidedLine } from './decide-lines.ts'

type Words = { language: Language; timeZone: string; type: RepairType; book: PlaceBook }

const siteName = ({ device }: DecidedLine, book: PlaceBook): string | null =>
  device === null || device.site_id === null ? null : (book.companies.get(device.site_id)?.name ?? null)

/** Explain the answer for a serial, with the name and time of a user who was faster. */
function textOf(line: DecidedLine, { language, timeZone, type, book }: Words): string {
  const { answer, last } = line
  if (answer === 'ready') return word(language, type === '送修' ? 'repair.line.readyOut' : 'repair.line.readyBack')
  if (answer === 'unknown' && isMangledSerial(line.serial)) return word(language, 'repair.line.mangled')
  if (answer === 'wrongSite') return word(language, 'repair.line.wrongSite', { site: siteName(line, book) ?? '-' })
  if (answer === 'tooEarly')
    return word(language, 'repair.line.tooEarly', {
      date: last?.date ?? '',
      type: last ? word(language, `repair.type.${last.type}`) : '',
    })
  const away = answer === 'alreadyOut'
  if ((away && last?.type === '送修') || (answer === 'notOut' && last?.type === '送回')) {
    const values = { person: last.person ?? word(language, 'repair.terminal'), time: businessTime(last.at, timeZone) }
    return word(language, away ? 'repair.line.alreadyOutBy' : 'repair.line.notOutBy', values)
  }
  return word(language, `repair.line.${answer}`)
}

export function answerLines(
  decided: readonly DecidedLine[],
  recordIds: ReadonlyMap<number, number>,
  words: Words,
): RepairLine[] {
  return decided.map((line) => {
    const recordId = (line.device && line.answer === 'ready' ? recordIds.get(line.device.id) : undefined) ?? null
    const done = words.type === '送修' ? 'repair.line.sent' : 'repair.line.returned'
    const text = recordId === null ? textOf(line, words) : word(words.language, done)
    return {
      line: line.line,
      serial: line.serial,
      answer: line.answer,
      text,
      site: siteName(line, words.book),
      recordId,
    }
  })
}

const codes: Partial<Record<LineAnswer, ErrorCode>> = { unknown: 'NOT_FOUND', scrapped: 'DEVICE_SCRAPPED' }

/** Return the refusal of a whole act: for one device its reason, otherwise the number of refused serials. */
export function refusalOf(decided: readonly DecidedLine[], words: Words): AppError {
  const [only, another] = decided
  if (only && !another)
    return new AppError(
      codes[only.answer] ?? 'REPAIR_REFUSED',
      codes[only.answer] ? {} : { sentence: `${only.serial}: ${textOf(only, words)}` },
    )
  const refused = decided.filter(({ answer }) => answer !== 'ready')
  const fields = refused.slice(0, 100).map((line) => ({ field: line.serial, problem: textOf(line, words) }))
  return new AppError('REPAIR_REFUSED', { values: { count: refused.length }, fields })
}
