import { type Kysely, type RawBuilder, sql } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { isOneOf } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { namesOfUsers } from '#server/features/users/names-of-users.ts'
import type { Day } from '#shared/dates.ts'
import type { StoredRepair } from './stored-repair.ts'

/** What a page knows of a record: its machine, and the users whose names it shows. */
export type PagedRecord = {
  id: number
  company_id: number
  device_id: number
  user_id: number | null
  voided_by: number | null
}

export const pagedColumns = sql`id, company_id, device_id, user_id, voided_by`

type OfMachine = 'now_client_id' | 'now_account_id' | 'now_site_id' | 'now_company_id'
type FromOthers = 'person' | 'voided_person' | 'sent' | 'under_warranty' | 'waiting'
interface Kept extends Omit<StoredRepair, OfMachine | FromOthers> {
  user_id: number | null
  voided_by: number | null
  opened_by_id: number | null
  /** Seconds; a Date has no microseconds. */
  created: number
}
interface Machine {
  id: number
  company_id: number
  site_id: number | null
  client_id: number | null
  account_id: number | null
  state: string
}

/** What a row shows of another record of its machine. As JSON, its times are texts. */
interface OfSameMachine extends Pick<Kept, 'id' | 'type' | 'opened_by_id' | 'created' | 'date' | 'warranty_until'> {
  voided_at: Date | string | null
  back_online_at: Date | string | null
}
/** A record with all that its row shows, except the names of people. */
export interface WholeRecord extends Kept {
  machine: Machine | null
  others: OfSameMachine[]
}

const keptColumns = sql`id, type, device_id, device_serial, company_id, site_id, client_id, account_id, notes,
  repair_date::text as date, create_time, outcome, closed, repeat_of_id, buy_company_id, workshop, cost::float8 as cost,
  warranty_until::text as warranty_until, row_version, voided_at, void_reason, back_online_at, user_id, voided_by,
  opened_by_id, date_part('epoch', create_time) as created`

/**
 * Return the columns of a `WholeRecord`, of a query of `repair_daily` for one tenant. Each table names the tenant, or
 * Citus would ask all nodes.
 */
export const wholeColumns = (companyIds: readonly number[]): RawBuilder<unknown> => sql`${keptColumns}, (
    select json_build_object('id', m.id, 'company_id', m.company_id, 'site_id', m.site_id, 'client_id', m.client_id,
      'account_id', m.account_id, 'state', m.state)
    from device m where ${isOneOf('m.company_id', companyIds)} and m.id = repair_daily.device_id) as machine, (
    select json_agg(json_build_object('id', o.id, 'type', o.type, 'opened_by_id', o.opened_by_id, 'date', o.repair_date,
      'created', date_part('epoch', o.create_time), 'warranty_until', o.warranty_until, 'voided_at', o.voided_at,
      'back_online_at', o.back_online_at))
    from repair_daily o where ${isOneOf('o.company_id', companyIds)} and o.device_id = repair_daily.device_id) as others`

const keyOf = (companyId: number, deviceId: number) => `${companyId} ${deviceId}`

/** Return the records by machine. */
function byMachine(records: readonly Kept[]): Map<string, Kept[]> {
  const groups = new Map<string, Kept[]>()
  for (const record of records) {
    const key = keyOf(record.company_id, record.device_id)
    const group = groups.get(key)
    if (group) group.push(record)
    else groups.set(key, [record])
  }
  return groups
}

type CreatedRecord = Pick<OfSameMachine, 'id' | 'created'>
const endsWarrantyAfter = ({ warranty_until }: OfSameMachine, date: Day) =>
  warranty_until !== null && warranty_until >= date

/** Records of the same instant have the order of their ids. */
const isLater = (one: CreatedRecord, other: CreatedRecord) =>
  one.created > other.created || (one.created === other.created && one.id > other.id)

/** Return a row from its record, its machine and all records of the machine. */
function joined(
  record: Kept,
  machine: Machine,
  others: readonly OfSameMachine[],
  names: ReadonlyMap<number, string>,
): StoredRepair {
  const { user_id, voided_by, opened_by_id, created: _, ...kept } = record
  const isOut = record.type === '送修'
  const returns = others.filter(({ type, voided_at }) => type === '送回' && voided_at === null)
  const opened = others.find(({ id }) => id === opened_by_id)
  const back = others.find((other) => other.opened_by_id === record.id && other.voided_at === null)
  const returned = back ?? record
  return {
    ...kept,
    now_company_id: machine.company_id,
    now_site_id: machine.site_id,
    now_client_id: machine.client_id,
    now_account_id: machine.account_id,
    person: names.get(user_id ?? 0) ?? null,
    voided_person: names.get(voided_by ?? 0) ?? null,
    sent: isOut ? record.date : (opened?.date ?? null),
    back_online_at: isOut ? (back?.back_online_at ? new Date(back.back_online_at) : null) : record.back_online_at,
    under_warranty:
      isOut && returns.some((earlier) => earlier.id < record.id && endsWarrantyAfter(earlier, record.date)),
    waiting:
      machine.state === 'repaired' &&
      (!isOut || back !== undefined) &&
      !returns.some((later) => isLater(later, returned)),
  }
}

/** Return the names of the users that wrote or voided some records. */
function namesOfPeople(
  db: Kysely<Database>,
  records: readonly Pick<PagedRecord, 'user_id' | 'voided_by'>[],
): Promise<ReadonlyMap<number, string>> {
  const people = new Set<number>()
  for (const { user_id, voided_by } of records) for (const id of [user_id, voided_by]) if (id !== null) people.add(id)
  return namesOfUsers(db, [...people])
}

/** Return the rows of a page of whole records, in its order. */
export async function nameRows(db: Kysely<Database>, page: readonly WholeRecord[]): Promise<StoredRepair[]> {
  const names = await namesOfPeople(db, page)
  return page.flatMap(({ machine, others, ...record }) => (machine ? [joined(record, machine, others, names)] : []))
}

/**
 * Return the rows of a page on several nodes, in its order. The records and the machines are read by one table each,
 * which Citus routes without planning a join, and joined here: each shard would plan the whole join of `readRows` again
 * for every page.
 */
export async function gatherRows(db: Kysely<Database>, page: readonly PagedRecord[]): Promise<StoredRepair[]> {
  const companyIds = [...new Set(page.map(({ company_id }) => company_id))]
  const deviceIds = integers([...new Set(page.map(({ device_id }) => device_id))])
  const [records, machines, names] = await Promise.all([
    sql<Kept>`select ${keptColumns}
      from repair_daily where ${isOneOf('company_id', companyIds)} and device_id = any(${deviceIds}::int[])`.execute(
      db,
    ),
    sql<Machine>`select id, company_id, site_id, client_id, account_id, state::text as state
      from device where ${isOneOf('company_id', companyIds)} and id = any(${deviceIds}::int[])`.execute(db),
    namesOfPeople(db, page),
  ])
  const machineOf = new Map(machines.rows.map((machine) => [keyOf(machine.company_id, machine.id), machine]))
  const recordsOf = byMachine(records.rows)
  return page.flatMap(({ id, company_id, device_id }) => {
    const key = keyOf(company_id, device_id)
    const others = recordsOf.get(key) ?? []
    const [record, machine] = [others.find((other) => other.id === id), machineOf.get(key)]
    return record && machine ? [joined(record, machine, others, names)] : []
  })
}
