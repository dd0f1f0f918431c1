import type { Kysely } from 'kysely'
import { besideCalls } from '#server/audit-actions.ts'
import type { Database } from '#server/db/tables.ts'
import { permissions } from '#server/permissions.ts'
import { AppError } from '#shared/errors.ts'

const actions: readonly string[] = [...Object.keys(permissions), ...besideCalls]
const areaOf = (action: string): string => action.split('.', 1)[0] ?? ''
const areas = [...new Set(actions.map(areaOf))].sort()

/**
 * Refuse an action, or an area of actions, that the product does not have and the log does not contain. Older versions
 * had other actions.
 * @throws AppError VALIDATION with the areas, or with the actions of the named area
 */
export async function refuseUnknownAction(db: Kysely<Database>, action: string): Promise<void> {
  if (areas.includes(action) || actions.includes(action)) return
  const held = await db
    .selectFrom('audit_log')
    .select('id')
    .where((is) => is.or([is('action', '=', action), is('action', 'like', `${action}.%`)]))
    .limit(1)
    .executeTakeFirst()
  if (held) return
  const inArea = actions.filter((one) => areaOf(one) === areaOf(action)).sort()
  throw new AppError('VALIDATION', {
    field: 'action',
    problem: 'problem.notOneOf',
    values: { allowed: (inArea.length > 0 ? inArea : areas).join(', ') },
  })
}
