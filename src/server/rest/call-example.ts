import { addDays } from '#shared/dates.ts'
import type { ApiWord } from '#shared/i18n/api.ts'
import type { Language } from '#shared/i18n/index.ts'

/**
 * One request as the demonstration data takes it. `{today-3}` in a text is replaced by that day, `RSA(…)` by the ciphertext of what
 * is in the brackets, when the example is sent.
 */
export type CallExample = {
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, unknown>>
  /** Fields of the body, or of the form beside its file. */
  body?: unknown
  /** The file of a form. */
  file?: 'sketch.png' | 'devices.csv'
  /** What has to be filled in before it is sent. */
  needs?: ApiWord
  /** Who may send it, where an administrator may not; `nobody` is who has not signed in. */
  as?: 'base' | 'inspector' | 'nobody'
  /** What a file call answers. */
  answer?: { name: string | Readonly<Record<Language, string>>; type: string }
}

/** An example with its days written out, seen from `today` (YYYY-MM-DD). */
export function withDays<Value>(value: Value, today: string): Value {
  const text = JSON.stringify(value)
  if (text === undefined) return value
  return JSON.parse(
    text.replace(/\{today([+-]\d+)?\}/g, (_, days: string | undefined) => addDays(today, Number(days ?? 0))),
  ) as Value
}

/** Contents of the one file that an example form carries as text. */
export const devicesCsv =
  'serial,type,site,client,account,activeWorker,activeWorkerState,hashRate\nT20B2400004,T20,华东一号站,远山科技,yuanshan-02,yuanshan-02.01x01,yes,19.8\n'

/** The name of the file that a call answers, as a caller of this language gets it. */
export const fileNameFor = ({ answer }: CallExample, language: Language): string =>
  typeof answer?.name === 'object' ? answer.name[language] : (answer?.name ?? '')
