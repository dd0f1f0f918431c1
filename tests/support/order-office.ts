import { createAudit } from '#server/services/audit.ts'
import { buildCallerAs } from './context.ts'
import type { useDatabase } from './database.ts'
import { buildCompany, buildHeadquarters, type UserValues } from './factories.ts'

/** Provide callers of two bases and of headquarters, with goods to order. */
export function useOrderOffice(database: ReturnType<typeof useDatabase>) {
  type Language = 'zh' | 'en'
  const callerAs = async (given: UserValues = {}, language: Language = 'zh') =>
    buildCallerAs(database.db, given, {
      services: { audit: createAudit() },
      request: { language },
    })
  const managerOf = (company_id: number, language?: Language) =>
    callerAs({ nick_name: '基地负责人', company_id }, language)
  type Caller = Awaited<ReturnType<typeof callerAs>>

  async function setUp() {
    const headquarters = await buildHeadquarters(database.db)
    const [east, west] = [
      await buildCompany(database.db, { name: '东基地' }),
      await buildCompany(database.db, { name: '西基地' }),
    ]
    const admin = await callerAs()
    const type = await admin.materialTypes.save({ name: '散热件' })
    const fan = await admin.materials.save({ name: '风扇', materialTypeId: type.id, unit: '个' })
    const grease = await admin.materials.save({ name: '硅脂', materialTypeId: type.id, unit: '罐' })
    return {
      headquarters,
      east,
      west,
      admin,
      base: await managerOf(east.id),
      other: await managerOf(west.id),
      type,
      fan,
      grease,
    }
  }
  const numbersOf = async (caller: Caller, companyId?: number) =>
    (await caller.stock.find({ companyId })).data.map(({ company, name, number, fitted }) => [
      company,
      name,
      number,
      fitted,
    ])
  return { setUp, numbersOf, managerOf }
}
