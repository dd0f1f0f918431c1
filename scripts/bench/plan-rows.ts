import { fraction } from './drawn.ts'

/** A table, and what fills it; its indexes are made after. */
export type FilledTable = { table: string; statements: string[] }

/** A number in 1…count, the same for the same key. */
export const drawn = (key: string, salt: number, count: number | string) =>
  `(1 + floor(${fraction(key, salt)} * (${count})))::int`
/** 98 in 100 rows belong to the first tenant. */
export const tenant = (key = 'n') => `case when ${key} % 50 = 0 then 3 else 2 end`
/** A day in the three years up to `lastDay`, rising with n as rows are written. */
export const moment = (count: number, lastDay: string) =>
  `('${lastDay}'::timestamptz - interval '1094 days' + n * (interval '1094 days' / ${count}))`
export const series = (count: number) => `generate_series(1, ${count}) n`
