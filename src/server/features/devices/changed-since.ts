import { sql, type Transaction } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { isOneOf, onTheirNodes, type Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { namedDevices } from '#server/features/feeds/before-rows.ts'
import { previewedAt } from '#server/services/preview-version.ts'
import { businessTime } from '#shared/business-time.ts'
import { AppError, type ErrorDetails } from '#shared/errors.ts'
import { type Language, word } from '#shared/i18n/index.ts'

/** The most machines that the sentence names. */
const named = 20

type Changed = { serial: string; at: Date | null; by: string | null }
/** `batchIds`: newer batches, which may have measured machines without an event. */
type ChangedSinceInput = {
  nodes: Pick<Territory, 'spread' | 'companyIds'>
  ids: readonly number[]
  batchIds?: readonly number[]
}

/**
 * Return the machines with a recorded event other than a measurement since an instant, or with a line in one of the
 * batches.
 */
async function changedSince(
  trx: Transaction<Database>,
  { nodes, ids, batchIds = [] }: ChangedSinceInput,
  at: Date,
): Promise<Changed[]> {
  const named = batchIds.length === 0 ? sql`` : sql`or d.id in (select device_id from ${namedDevices(batchIds)} t)`
  const { rows } = await sql<Changed>`
    select d.serial, e.at, e.by from device d
    left join lateral (select v.at, u.name as by from device_event v left join app_user u on u.id = v.user_id
      where v.company_id = d.company_id${onTheirNodes('v.company_id', nodes)} and v.device_id = d.id and v.at > ${at}::timestamptz and v.cause <> 'feed'
      order by v.id desc limit 1) e on true
    where d.id = any(${integers(ids)}::int[]) and ${isOneOf('d.company_id', nodes.companyIds)} and (e.at is not null ${named}) order by d.serial`.execute(
    trx,
  )
  return rows
}

/**
 * Return the error for a confirmation after machines have changed since its preview. It names the machines, and who
 * changed them when, as far as recorded.
 * @returns AppError EDITED_BY_OTHERS with `details` and the sentence
 */
export async function changedSincePreview(
  trx: Transaction<Database>,
  version: string,
  input: ChangedSinceInput,
  { language, timeZone }: { language: Language; timeZone: string },
  details: ErrorDetails = {},
): Promise<AppError> {
  const changed = await changedSince(trx, input, previewedAt(version))
  const machines = changed.slice(0, named).map(({ serial, at, by }) => {
    const since = [at && businessTime(at, timeZone), by].filter(Boolean).join(' · ')
    return since === '' ? serial : word(language, 'preview.changedOne', { serial, since })
  })
  if (changed.length > named) machines.push('…')
  const sentence =
    changed.length === 0
      ? word(language, 'preview.changed')
      : word(language, 'preview.changedMachines', {
          count: changed.length,
          machines: machines.join(word(language, 'preview.between')),
        })
  return new AppError('EDITED_BY_OTHERS', { ...details, sentence })
}
