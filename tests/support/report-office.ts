import { createAudit } from '#server/services/audit.ts'
import { buildCaller, viewerOf } from './context.ts'
import type { useDatabase } from './database.ts'
import { buildCompany, buildUser, type UserValues } from './factories.ts'

/** Provide the staff of two bases that report inspections. */
export function useReportOffice(database: ReturnType<typeof useDatabase>) {
  const callerAs = async (given: UserValues = {}) => {
    const user = await buildUser(database.db, given)
    const caller = buildCaller(database.db, {
      services: { audit: createAudit() },
      viewer: await viewerOf(database.db, user),
    })
    return { reports: caller.reports, reservations: caller.reservations, plans: caller.plans, user }
  }
  const tanker = {
    checkedOrg: '江北化工',
    tankerNumber: '苏A-6688',
    tankerType: '承压车' as const,
    licenseNumber: '苏A12345',
    contactName: '王师傅',
    phone: '13812345678',
  }

  async function staffOf(companyId: number) {
    const as = (nick_name: string) =>
      callerAs({
        nick_name,
        company_id: companyId,
        phone: `139${String(companyId).padStart(4, '0')}${nick_name.length}001`,
      })
    return {
      base: await as('基地负责人'),
      inspector: await as('检验员'),
      registrar: await callerAs({ nick_name: '登记人员', company_id: companyId }),
    }
  }
  /** Create a base, and another base with one report. */
  async function twoBases() {
    const [east, west] = [await buildCompany(database.db), await buildCompany(database.db)]
    const staff = await staffOf(east.id)
    const other = await staffOf(west.id)
    const foreign = await other.inspector.reports.save({ tankerNumber: '陇A-001' })
    return { east, west, ...staff, other, foreign }
  }
  return { twoBases, tanker, callerAs }
}
