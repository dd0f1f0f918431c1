import { sql, type Transaction } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { isOneOf } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { chunksOf } from '#server/features/devices/write-states.ts'
import { lists } from '#server/features/feeds/keep-before.ts'
import { headquartersOf } from '#server/services/places/place-book.ts'
import { AppError } from '#shared/errors.ts'
import type { TransferAnswer } from '#shared/transfers.ts'
import type { Moved, Planning, TransferPlan } from './plan.ts'
import { isSame, type Owner } from './target.ts'

export type BatchKeeping = {
  batchId: number
  companyIds: readonly number[]
  sites: readonly { day: string; companyId: number; siteIds: readonly number[] }[]
}
/** The user who transfers, and the time. */
export type TransferActor = { userId: number | null; actor: string; at: Date }
type Opened = { companyIds: readonly number[]; reason: string; answer: TransferAnswer; unchanged: number }

/** Insert the batch of a transfer, into the table of feed batches: its business date is its first day. */
export async function openTransfer(
  trx: Transaction<Database>,
  { userId, actor, at }: TransferActor,
  { territory, book, date, target, until }: Planning,
  { companyIds, reason, answer, unchanged }: Opened,
): Promise<number> {
  const [only, another] = companyIds
  const companyId = another === undefined ? only : headquartersOf(book)
  if (companyId === undefined) throw new AppError('NOT_FOUND')
  const counts = { created: 0, updated: answer.moved, unchanged, conflict: 0, refused: 0 }
  const result = {
    read: answer.moved + unchanged,
    ...counts,
    businessDate: date,
    transitions: [],
    coverage: [],
    ignoredColumns: [],
    errors: [],
    errorCount: 0,
  }
  const { id } = await trx
    .insertInto('import_batch')
    .values({
      company_id: companyId,
      company_ids: [...companyIds],
      site_ids: territory.siteIds && [...territory.siteIds],
      user_id: userId,
      actor,
      source: 'transfer',
      file_name: null,
      business_date: date,
      read: result.read,
      ...counts,
      result: JSON.stringify({
        ...result,
        dryRun: false,
        telemetry: false,
        transfer: { reason, target, ...(until === undefined ? {} : { until }), ...answer, dryRun: false },
      }),
      create_time: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Columns of a machine that are stored in addition to its owners: its last change. */
const versions = {
  device_ids: 'id',
  written: 'true',
  bumps: '1::smallint',
  row_versions: 'row_version',
  update_times: 'update_time',
}
const keptLists = sql.raw(
  lists
    .split(', ')
    .map((list) => (list in versions ? `array_agg(${versions[list as keyof typeof versions]})` : `'{}'`))
    .join(', '),
)

const keyOf = ({ companyId, clientId, accountId, siteId }: Owner) => `${companyId} ${clientId} ${accountId} ${siteId}`

/** Group machines by their current owner. */
function byOwner(moved: readonly Moved[]): { owner: Owner; ids: number[] }[] {
  const owners = new Map<string, { owner: Owner; ids: number[] }>()
  for (const { device, from } of moved) {
    const known = owners.get(keyOf(from)) ?? { owner: from, ids: [] }
    known.ids.push(device.id)
    owners.set(keyOf(from), known)
  }
  return [...owners.values()]
}

type Kept = { day: string | null; owner: Owner; ids: readonly number[] }
/** Maximum number of owners in one statement; a day may have many. */
export const keptAtOnce = 1_000

/** Store the owners of the machines: the current ones (`day` null), and those of each day. */
async function keepOwners(trx: Transaction<Database>, batchId: number, kept: readonly Kept[]): Promise<void> {
  for (const chunk of chunksOf(kept, keptAtOnce)) {
    const side = (name: keyof Owner) => sql`${integers(chunk.map(({ owner }) => owner[name]))}::int[]`
    await sql`insert into transfer_before(batch_id, business_date, company_id, client_id, account_id, site_id, device_ids)
      select ${batchId}::int, k.day, k.company_id, k.client_id, k.account_id, k.site_id, k.ids::int[]
      from unnest(${chunk.map(({ day }) => day)}::date[], ${side('companyId')}, ${side('clientId')}, ${side('accountId')}, ${side('siteId')},
        ${chunk.map(({ ids }) => `{${ids.join(',')}}`)}::text[]) with ordinality k(day, company_id, client_id, account_id, site_id, ids, place) order by k.place`.execute(
      trx,
    )
  }
}

/** The reported coverage of a site on a day (null = none), and the sums of the day's rows. */
export type KeptCoverage = {
  day: string
  companyId: number
  siteId: number
  expected: number
  reported: number
  stored: object | null
}

export async function readCoverage(
  trx: Transaction<Database>,
  companyId: number,
  day: string,
  siteIds: readonly number[],
): Promise<KeptCoverage[]> {
  const { rows } = await sql<KeptCoverage>`
    select ${day}::text as day, ${companyId}::int as "companyId", site.id as "siteId", coalesce(n.expected, 0) as expected, coalesce(n.reported, 0) as reported, to_jsonb(c) as stored
    from unnest(${[...siteIds]}::int[]) site(id)
    left join (select site_id, count(*)::int as expected, (count(*) filter (where reported))::int as reported from device_daily
      where company_id = ${companyId} and business_date = ${day}::date and site_id = any(${[...siteIds]}::int[]) and state <= 'offline' and ever_reported group by site_id) n
      on n.site_id = site.id
    left join (select * from import_coverage where company_id = ${companyId} and business_date = ${day}::date) c on c.site_id = site.id`.execute(
    trx,
  )
  return rows
}

/** Store the data that an undo of the transfer needs, before the transfer is written. */
export async function keepTransfer(
  trx: Transaction<Database>,
  { moved, rows, standing }: TransferPlan,
  { batchId, companyIds, sites }: BatchKeeping,
): Promise<void> {
  const leaving = moved.filter(({ from, to }) => !isSame(from, to)).map(({ device }) => device.id)
  for (const [part, ids] of chunksOf(leaving).entries())
    await sql`insert into import_before(batch_id, part, ${sql.raw(lists)})
      select ${batchId}::int, ${part}::int, ${keptLists} from device
      where id = any(${integers(ids)}::int[]) and ${isOneOf('company_id', companyIds)}`.execute(trx)
  const going = new Set(moved.map(({ device }) => device.id))
  const onDays = [...rows, ...standing].map(({ day, owner, ids }) => ({
    day,
    owner,
    ids: ids.filter((id) => going.has(id)),
  }))
  const now = byOwner(moved).map((group) => ({ day: null, ...group }))
  await keepOwners(trx, batchId, [...now, ...onDays.filter(({ ids }) => ids.length > 0)])
  const coverage: KeptCoverage[] = []
  for (const { day, companyId, siteIds } of sites) coverage.push(...(await readCoverage(trx, companyId, day, siteIds)))
  const crossing = moved.filter(({ from, to }) => from.companyId !== to.companyId).map(({ device }) => device.id)
  const { rows: checks } = await sql<{ device_id: number; user_id: number }>`select device_id, user_id from device_check
    where device_id = any(${crossing}::int[]) order by device_id, user_id`.execute(trx)
  await sql`insert into transfer_kept(batch_id, coverage, checks)
    values (${batchId}::int, ${JSON.stringify(coverage)}::jsonb, ${JSON.stringify(checks)}::jsonb)`.execute(trx)
}

/** Store the number of the batch's machines on each site after the transfer: an undo for one base alone uses it. */
export async function writeTransferSites(
  trx: Transaction<Database>,
  batchId: number,
  moved: readonly Moved[],
): Promise<void> {
  const sites = new Map<string, { companyId: number; siteId: number; machines: number }>()
  for (const { to } of moved) {
    const key = `${to.companyId} ${to.siteId}`
    const known = sites.get(key) ?? { companyId: to.companyId, siteId: to.siteId, machines: 0 }
    known.machines += 1
    sites.set(key, known)
  }
  const all = [...sites.values()]
  await sql`
    insert into import_batch_site(batch_id, company_id, site_id, created, updated, unchanged, conflict, machines, transitions)
    select ${batchId}::int, company_id, site_id, 0, machines, 0, 0, machines, '[]' from unnest(${integers(all.map(({ companyId }) => companyId))}::int[],
      ${integers(all.map(({ siteId }) => siteId))}::int[], ${integers(all.map(({ machines }) => machines))}::int[]) s(company_id, site_id, machines)`.execute(
    trx,
  )
  await trx.updateTable('import_batch').set({ machines: moved.length }).where('id', '=', batchId).execute()
}
