import { describeError } from '#server/errors.ts'
import { createAudit } from '#server/services/audit.ts'
import { buildCallerAs } from './context.ts'
import type { useDatabase } from './database.ts'
import type { UserValues } from './factories.ts'

/** Provide callers who manage the rules of a base, and the message of a refusal. */
export function useRuleKeepers(database: ReturnType<typeof useDatabase>) {
  const now = new Date('2026-11-20T02:10:00Z')
  const callerAs = async (given: UserValues, config: Record<string, string> = {}) =>
    buildCallerAs(database.db, given, { now, config, services: { audit: createAudit() } })
  /** Return the message of a refused call. */
  const sentence = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: unknown) => describeError(error, 'zh').message,
    )
  const managerOf = (companyId: number, config?: Record<string, string>) =>
    callerAs({ nick_name: '基地负责人', company_id: companyId }, config)
  return { now, managerOf, callerAs, sentence }
}
