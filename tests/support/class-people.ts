import { buildCaller, viewerOf } from './context.ts'
import type { useDatabase } from './database.ts'
import { buildUser, type UserValues } from './factories.ts'
import { recordedAudit } from './services.ts'

/** Create a caller, by default an inspector, and the log entries of the caller's actions. */
export async function classCaller(
  { db }: ReturnType<typeof useDatabase>,
  given: UserValues = {},
  options: Parameters<typeof buildCaller>[1] = {},
) {
  const { audit, written } = recordedAudit()
  const user = await buildUser(db, { nick_name: '检验员', ...given })
  const viewer = await viewerOf(db, user)
  return { caller: buildCaller(db, { ...options, viewer, services: { audit, ...options.services } }), written, user }
}

/** testNow is 12:00 of this day in business time. */
export const today = (from: string, to: string): [string, string] => [`2026-11-20 ${from}`, `2026-11-20 ${to}`]
