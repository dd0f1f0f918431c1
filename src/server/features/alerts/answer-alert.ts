import { sql } from 'kysely'
import { refuseOutdated } from '#server/db/edit-conflict.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { AlertAcknowledge, AlertSilence } from '#shared/alerts.ts'
import { AppError } from '#shared/errors.ts'
import { type PlaceColumns, placeColumns } from './places.ts'
import { silencePlace } from './silence-records.ts'
import { isVisibleAlert } from './visible-alerts.ts'

type Held = PlaceColumns & {
  id: number
  kind: string
  resolved_at: Date | null
  count_now: number
  row_version: number
}

/**
 * Acknowledge an open event, or withdraw the acknowledgement. An acknowledged event sends no notice until it ends or
 * has grown by a fifth.
 * @throws AppError NOT_FOUND; ALERT_OVER for an event that has ended; EDITED_BY_OTHERS
 */
export async function acknowledgeAlert(
  ctx: SignedInContext,
  { id, acknowledged, reason, rowVersion }: AlertAcknowledge,
): Promise<{ id: number; rowVersion: number }> {
  const visible = await isVisibleAlert(ctx, 'one')
  const now = ctx.clock()
  return ctx.db.transaction().execute(async (trx) => {
    const { rows } =
      await sql<Held>`select id, company_id, site_id, client_id, account_id, type, kind, resolved_at, count_now, row_version
      from alert where id = ${id} and ${visible} for update`.execute(trx)
    const [held] = rows
    if (!held) throw new AppError('NOT_FOUND')
    refuseOutdated(held.row_version, rowVersion)
    if (held.resolved_at !== null) throw new AppError('ALERT_OVER')
    const next = held.row_version + 1
    await (acknowledged
      ? sql`update alert set acknowledged_at = ${now}, acknowledged_by = ${ctx.viewer.userId}, acknowledged_count = count_now, reason = ${reason ?? null},
          muted_by = coalesce(muted_by, 'acknowledged'), row_version = ${next} where id = ${id}`
      : sql`update alert set acknowledged_at = null, acknowledged_by = null, acknowledged_count = null, reason = null,
          muted_by = nullif(muted_by, 'acknowledged'), row_version = ${next} where id = ${id}`
    ).execute(trx)
    // A reminder that still waits to be sent with others is no longer needed.
    if (acknowledged)
      await sql`delete from delivery where alert_id = ${id} and state = 'due' and attempts = 0 and urgency = 'usual' and message->>'type' = 'alert.still'`.execute(
        trx,
      )
    await ctx.services.audit.write(trx, ctx, {
      action: 'alerts.acknowledge',
      targetKind: 'alert',
      targetId: id,
      companyId: held.company_id,
      details: {
        kind: held.kind,
        siteId: held.site_id,
        acknowledged,
        at: now.toISOString(),
        ...(acknowledged ? { count: held.count_now, reason } : {}),
      },
    })
    return { id, rowVersion: next }
  })
}

/**
 * Silence the place of an event.
 * @throws AppError NOT_FOUND for an event out of scope, or with a place larger than the caller's
 */
export async function silenceAlert(
  ctx: SignedInContext,
  { id, minutes, reason, excused }: AlertSilence,
): Promise<{ id: number; rowVersion: number }> {
  const { rows } =
    await sql<Held>`select company_id, site_id, client_id, account_id, type from alert where id = ${id} and ${await isVisibleAlert(ctx, 'one')}`.execute(
      ctx.db,
    )
  const [held] = rows
  if (!held) throw new AppError('NOT_FOUND')
  const { company_id, site_id, client_id, account_id, type } = held
  const named = {
    companyId: company_id,
    siteId: site_id ?? undefined,
    clientId: client_id ?? undefined,
    accountId: account_id ?? undefined,
  }
  const place = await placeColumns(ctx, { ...named, type: type ?? undefined })
  return silencePlace(ctx, place, { minutes, reason, excused: excused === true, alertId: id })
}
