import { createAudit } from '#server/services/audit.ts'
import { buildCallerAs } from './context.ts'
import type { useDatabase } from './database.ts'
import { buildCompany, type UserValues } from './factories.ts'

/** Provide callers of two bases, one with a plan and a reservation. */
export function useReservationOffice(database: ReturnType<typeof useDatabase>) {
  const callerAs = async (given: UserValues = {}) =>
    buildCallerAs(database.db, given, { services: { audit: createAudit() } })
  const slot = { reserveTime: '2026-11-23', reservePeriod: '上午', tankerType: '常压车', totalCount: 2 } as const
  const day = (text: string) => text.slice(0, 10)

  /** Create a base with its manager and its registrar, and another base with a plan and a reservation. */
  async function twoBases() {
    const [east, west] = [await buildCompany(database.db), await buildCompany(database.db)]
    const base = await callerAs({ nick_name: '基地负责人', company_id: east.id })
    const registrar = await callerAs({ nick_name: '登记人员', company_id: east.id })
    const other = await callerAs({ nick_name: '基地负责人', company_id: west.id })
    const foreignPlan = await other.plans.save(slot)
    const foreign = await other.reservations.save({
      planId: foreignPlan.id,
      tankerNumber: '陇A-001',
      phone: '13912345678',
    })
    return { east, west, base, registrar, other, foreignPlan, foreign }
  }
  return { twoBases, slot, callerAs, day }
}
