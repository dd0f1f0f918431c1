import { fraction } from './drawn.ts'

/** A table, and the statements that fill it; its indexes are created afterwards. */
export type FilledTable = { table: string; statements: string[] }

/** Return a number in 1…count, the same for the same key. */
export const drawn = (key: string, salt: number, count: number | string) =>
  `(1 + floor(${fraction(key, salt)} * (${count})))::int`
/** Return a day in the three years up to `lastDay`, rising with n in order of the writes. */
export const moment = (count: number, lastDay: string) =>
  `('${lastDay}'::timestamptz - interval '1094 days' + n * (interval '1094 days' / ${count}))`
export const series = (count: number) => `generate_series(1, ${count}) n`
