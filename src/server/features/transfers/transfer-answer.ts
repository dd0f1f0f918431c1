import type { Db } from '#server/db/tables.ts'
import { type NameReader, namesOf } from '#server/services/places/owner-names.ts'
import { businessTime } from '#shared/business-time.ts'
import type { Month } from '#shared/dates.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import {
  listedGroups,
  namedRefused,
  type TransferAnswer,
  type TransferGroup,
  type TransferRefusal,
  type TransferStatement,
} from '#shared/transfers.ts'
import { clientsOf, type IssuedStatement } from './issued.ts'
import { lastDayOf, type Planning, type TransferPlan } from './plan.ts'
import { sharesOf } from './shares.ts'
import { given, type Owner, type Target } from './target.ts'

const namedStatements = 3
const nextMonth = (month: Month): Month => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** Group machines by their former and new owner, the largest group first. */
function groupsOf({ moved, rows }: TransferPlan, target: Target, reader: NameReader): TransferGroup[] {
  const counts = new Map<string, { from: Owner; to: Owner; count: number }>()
  const earlier = new Map<number, Owner>()
  for (const { owner, ids } of rows) for (const id of ids) if (!earlier.has(id)) earlier.set(id, owner)
  for (const { device, ...owners } of moved) {
    // If only past days change, show the owner of those days as the former one.
    const old =
      JSON.stringify(owners.from) === JSON.stringify(owners.to) ? (earlier.get(device.id) ?? owners.from) : owners.from
    const one = { from: old, to: given(target, old) }
    const key = JSON.stringify(one)
    const known = counts.get(key) ?? { ...one, count: 0 }
    known.count += 1
    counts.set(key, known)
  }
  return [...counts.values()]
    .sort((one, other) => other.count - one.count)
    .map(({ from, to, count }) => ({ from: namesOf(reader, from), to: namesOf(reader, to), count }))
}

/** Return the name of the client, or of the sub-account, of an issued statement. */
const whoseOf = ({ clientId, accountId }: IssuedStatement, { book }: NameReader): string =>
  [book.clients.get(clientId)?.name, ...(accountId === 0 ? [] : [book.accounts.get(accountId)?.name])]
    .filter(Boolean)
    .join(' / ')

/** Return the statements in which days change, the oldest month first. */
function statementsOf({ rows, issued }: TransferPlan, target: Target, reader: NameReader): TransferStatement[] {
  const found = new Map<string, TransferStatement>()
  for (const row of rows) {
    const month = row.day.slice(0, 'YYYY-MM'.length)
    const after = given(target, row.owner).clientId
    for (const clientId of clientsOf(row, target)) {
      const key = `${month} ${clientId} 0`
      const known = found.get(key) ?? {
        clientId,
        client: reader.book.clients.get(clientId)?.name ?? '',
        month,
        machineDays: 0,
        issuedAt: null,
      }
      if (row.owner.clientId !== after) known.machineDays += clientId === after ? row.ids.length : -row.ids.length
      found.set(key, known)
    }
  }
  for (const statement of issued)
    found.set(`${statement.month} ${statement.clientId} ${statement.accountId}`, {
      clientId: statement.clientId,
      client: whoseOf(statement, reader),
      month: statement.month,
      machineDays: 0,
      issuedAt: statement.issuedAt.toISOString(),
    })
  return [...found.values()].sort((one, other) => one.month.localeCompare(other.month) || one.clientId - other.clientId)
}

const between = (language: Language) => word(language, 'feed.question.between')

function issuedText(issued: readonly IssuedStatement[], reader: NameReader, timeZone: string): string {
  const { language } = reader
  const last = issued.at(-1)?.month ?? ''
  const named = issued.slice(0, namedStatements).map((statement) =>
    word(language, 'transfer.issued', {
      client: whoseOf(statement, reader),
      month: statement.month,
      at: businessTime(statement.issuedAt, timeZone),
    }),
  )
  return word(language, 'transfer.refused.issued', {
    statements: named.join(between(language)),
    from: `${nextMonth(last)}-01`,
  })
}

function refusalsOf({ refused, issued }: TransferPlan, reader: NameReader, timeZone: string): TransferRefusal[] {
  return refused.map(({ reason, count, serials }) => ({
    reason,
    count,
    serials: serials.slice(0, namedRefused),
    text:
      reason === 'issued' ? issuedText(issued, reader, timeZone) : word(reader.language, `transfer.refused.${reason}`),
  }))
}

/** Return why the transfer would be refused, in one sentence; null = it is possible. */
function obstacleOf(refused: readonly TransferRefusal[], moved: number, language: Language): string | null {
  if (refused.length > 0) {
    const reasons = refused.map(({ count, text, serials }) => {
      const named = serials.slice(0, namedStatements).join(', ')
      return word(language, named === '' ? 'transfer.refusal' : 'transfer.refusalNamed', {
        count,
        text,
        serials: serials.length < count ? `${named} …` : named,
      })
    })
    return word(language, 'transfer.obstacle.refused', { reasons: reasons.join(between(language)) })
  }
  return moved === 0 ? word(language, 'transfer.obstacle.nothing') : null
}

/** Create the preview of a plan, before anything is written. */
export async function answerOf(
  db: Db,
  plan: TransferPlan,
  planning: Planning,
  reader: NameReader,
  timeZone: string,
): Promise<TransferAnswer> {
  const { book } = reader
  const { territory, target, date, today } = planning
  const { moved, rows, unchanged, left, selected } = plan
  const groups = groupsOf(plan, target, reader)
  const refused = refusalsOf(plan, reader, timeZone)
  const named = { company: book.companies, site: book.companies, client: book.clients, account: book.accounts }
  return {
    batchId: null,
    dryRun: true,
    date,
    today,
    selected,
    moved: moved.length,
    unchanged,
    left,
    days: [...new Set(rows.map(({ day }) => day))],
    machineDays: rows.reduce((sum, { ids }) => sum + ids.length, 0),
    groups: groups.slice(0, listedGroups),
    groupCount: groups.length,
    shares: await sharesOf(
      db,
      territory.companyIds,
      plan,
      target,
      { start: date, end: lastDayOf(planning) },
      (kind, id) => named[kind].get(id)?.name ?? '',
    ),
    statements: statementsOf(plan, target, reader),
    refused,
    obstacle: obstacleOf(refused, moved.length, reader.language),
  }
}
