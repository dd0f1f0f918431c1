import { randomInt } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { checkCodeLength } from '#shared/field-limits.ts'
import { checkCodeSigns } from '#shared/reports.ts'

const shortestCount = 4

/** The next number of a business day, for example JC20261121-0001; two who register at once get two numbers. */
export async function nextReportNumber(trx: Transaction<Database>, day: string): Promise<string> {
  const { last_number } = await trx
    .insertInto('report_number')
    .values({ business_date: day, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('business_date').doUpdateSet({ last_number: sql`report_number.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return `JC${day.replaceAll('-', '')}-${String(last_number).padStart(shortestCount, '0')}`
}

/** 30 bits of chance: with ten tries a minute nobody guesses the code of a number. */
export const newCheckCode = (): string =>
  Array.from({ length: checkCodeLength }, () => checkCodeSigns[randomInt(checkCodeSigns.length)]).join('')
