import { drawn, type FilledTable, moment, series } from './plan-rows.ts'
import { drawnWithin, tenant } from './rows-apart.ts'

/** An action that was common in the first year, and has not been logged since. */
export const oldAction = 'transfers.save'
/** The part of the entries that has the old action twice as often as all others together. */
const [oldFrom, oldUntil] = [0.04, 0.08]

/** Return the entries of the audit log. */
export function auditRows({ audit, users }: { audit: number; users: number }, lastDay: string): FilledTable {
  const old = `n between ${audit * oldFrom} and ${audit * oldUntil} and n % 3 > 0`
  return {
    table: 'audit_log',
    statements: [
      `insert into audit_log (at, actor_user_id, actor, company_id, address, action, target_kind, target_id, result, details)
        select ${moment(audit, lastDay)}, u, 'user' || u, ${tenant(audit)}, '10.0.0.' || n % 250,
          case when ${old} then '${oldAction}' else (array['auth.login','devices.export','repairs.save','projects.delete','users.update','feeds.update','auth.logout','orders.save'])[${drawn('n', 33, 8)}] end,
          'device', n::text, case when refused <= 1 then 'denied' when refused <= 20 then 'failed' else 'ok' end, '{"rows": 20}'
        from (select n, ${drawnWithin(audit, 32, users)} as u, ${drawn('n', 79, 1_000)} as refused from ${series(audit)}) drawn`,
    ],
  }
}
