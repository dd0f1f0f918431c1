import { addDays } from '#shared/dates.ts'
import type { ApiWord } from '#shared/i18n/api.ts'
import type { Language } from '#shared/i18n/index.ts'

/**
 * One request that works with the demonstration data. When it is sent, `{today-3}` in a text is replaced by that day,
 * and `RSA(…)` by the encrypted text.
 */
export type CallExample = {
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, unknown>>
  /** Fields of the body, or of the form next to its file. */
  body?: unknown
  /** The file of a form. */
  file?: 'sketch.png' | 'devices.csv'
  /** What the user must fill in before sending it. */
  needs?: ApiWord
  /** Who may send it, where an administrator may not; `nobody` = without a session. */
  as?: 'base' | 'inspector' | 'nobody'
  /** The file that a file call returns. */
  answer?: { name: string | Readonly<Record<Language, string>>; type: string }
}

/** Return an example with its days written out, relative to `today` (YYYY-MM-DD). */
export function withDays<Value>(value: Value, today: string): Value {
  const text = JSON.stringify(value)
  if (text === undefined) return value
  return JSON.parse(
    text.replace(/\{today([+-]\d+)?\}/g, (_, days: string | undefined) => addDays(today, Number(days ?? 0))),
  ) as Value
}

/** Contents of the one file that an example form sends as text. */
export const devicesCsv =
  'serial,type,site,client,account,activeWorker,activeWorkerState,hashRate\nT20B2400004,T20,华东一号站,远山科技,yuanshan-02,yuanshan-02.01x01,yes,19.8\n'

/** Return the file name that a call sends to a caller of this language. */
export const fileNameFor = ({ answer }: CallExample, language: Language): string =>
  typeof answer?.name === 'object' ? answer.name[language] : (answer?.name ?? '')
