import { formatNumber, say } from '#client/i18n.ts'
import { toMinute } from '#client/ui/instant.ts'
import { figures } from '#client/ui/list/columns.tsx'
import type { DetailFact, DetailsOf } from '#client/ui/list/details-of.ts'
import { type RepairColumn, type RepairRow, repairColumns } from '#shared/repairs.ts'
import { clockText } from './clock-text.ts'

/** Facts that the table shows below another value, or shortened. */
const facts: Partial<Record<RepairColumn, (row: RepairRow) => DetailFact['value']>> = {
  site: ({ site }) => site,
  client: ({ client, clientNow }) =>
    clientNow === null ? client : say('repairs.clientNow', { client: client ?? '-', now: clientNow }),
  notes: ({ notes }) => notes,
  workshop: ({ workshop }) => workshop,
  repairDate: ({ repairDateStr }) => figures(repairDateStr),
  warrantyUntil: ({ warrantyUntil }) => figures(warrantyUntil),
  outcome: ({ outcome }) => outcome && say(`repair.outcome.${outcome}`),
  backOnline: ({ backOnlineStr }) => figures(backOnlineStr),
  clockDays: clockText,
  cost: ({ cost }) => cost !== null && say('repairs.yuan', { cost: formatNumber(cost) }),
  person: ({ person }) => person,
  createTime: ({ createTimeStr }) => figures(createTimeStr),
}

/** Why a record no longer counts. */
const voidedFact = ({ voided }: RepairRow): DetailFact | null =>
  voided && {
    name: say('repairs.voided'),
    value: say('repairs.voidedBy', {
      person: voided.person ?? '-',
      time: toMinute(voided.timeStr),
      reason: voided.reason,
    }),
  }

/** The details of a repair record: every value is a fact of its own. */
export const repairDetails: DetailsOf<RepairRow> = {
  title: ({ type, deviceSerial }) => `${say(`repairs.type.${type}`)} · ${deviceSerial}`,
  without: Object.keys(facts),
  facts: (row) => [
    ...repairColumns.map((key) => {
      const value = facts[key]?.(row)
      return value ? { name: say(`repair.column.${key}`), value } : null
    }),
    voidedFact(row),
  ],
}
