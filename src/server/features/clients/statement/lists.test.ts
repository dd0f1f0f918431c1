import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createReports } from '#server/services/pdf/pdf-thread.ts'
import { rates } from '#shared/charts.ts'
import { pagesOfPdf } from '#tests/support/pdf-text.ts'
import type { Machines, StatementInput, StatementMove } from './input.ts'

const reports = createReports({ logger: pino({ level: 'silent' }) })
afterAll(reports.close)

const line = { data: [null], numerator: [null], denominator: [null], xAxisData: ['2026-11'] }
const perRate = Object.fromEntries(rates.map((rate) => [rate, line])) as unknown as StatementInput['rates']
const none: Machines = { count: 0, serials: [], ids: [], moves: [] }
const numbered = (count: number, length: number) =>
  Array.from({ length: count }, (_, at) => `M${String(at).padStart(length - 1, '0')}`)
const on = (serials: readonly string[], dates: number): StatementMove[] =>
  Array.from({ length: dates }, (_, at) => ({
    date: `2026-11-${String(at + 1).padStart(2, '0')}`,
    other: { zh: '乙公司', en: '乙公司' },
    serials: serials.filter((_, place) => place % dates === at),
  }))

function statementOf(gained: Machines, left: Machines): StatementInput {
  return {
    ...{
      client: '甲公司',
      account: null,
      base: '东基地',
      places: [],
      month: '2026-11',
      start: '2026-11-01',
      end: '2026-11-30',
      isWhole: true,
    },
    ...{
      basis: 'inService',
      asOf: '2026-12-01 08:00:00',
      timeZone: 'Asia/Shanghai',
      person: null,
      brandText: 'Coldfleet',
      complianceShare: '80',
    },
    ...{
      days: [],
      states: { data: [], xAxisData: [] },
      rates: perRate,
      daily: perRate,
      repairs: { count: 0, rows: [] },
      changedSinceIssue: null,
    },
    changes: {
      ...{
        opening: { day: '2026-10-31', count: left.count },
        closing: { day: '2026-11-30', count: gained.count },
        scrapped: none,
        lost: none,
      },
      ...{ gained, left, within: 0, isInternal: false },
    },
  } as unknown as StatementInput
}

test.each([
  [40, 11, 1],
  [150, 11, 1],
  [165, 11, 4],
  [225, 11, 30],
  [300, 64, 1],
])(
  'Print every serial of %s gained and as many left machines (%s characters, %s days)',
  async (count, length, dates) => {
    const serials = numbered(count, length)
    const came: Machines = { count, serials, ids: [], moves: on(serials, dates) }
    const went: Machines = { ...came, serials: serials.map((serial) => serial.replace('M', 'W')), moves: [] }
    const text = (await pagesOfPdf(await reports.print({ statement: statementOf(came, went) })))
      .join('')
      .replace(/\s+/g, '')
    for (const serial of [...came.serials, ...went.serials]) expect(text).toContain(serial)
  },
  60_000,
)
