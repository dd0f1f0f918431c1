import { authCases } from './auth-cases.ts'
import { chartCases } from './chart-cases.ts'
import { commentCases } from './comment-cases.ts'
import { deviceCases } from './device-cases.ts'
import { fileCases } from './file-cases.ts'
import { goodsCases } from './goods-cases.ts'
import { kpiCases } from './kpi-cases.ts'
import { placeCases } from './place-cases.ts'
import { projectCases } from './project-cases.ts'
import { repairCases } from './repair-cases.ts'
import { reportCases } from './report-cases.ts'
import { settingCases } from './setting-cases.ts'
import { stockCases } from './stock-cases.ts'
import { traceCases } from './trace-cases.ts'
import { userCases } from './user-cases.ts'
import type { Cases } from './world.ts'

/** Every case, by the number of its call. */
export const cases: Cases = {
  ...authCases,
  ...userCases,
  ...placeCases,
  ...settingCases,
  ...deviceCases,
  ...stockCases,
  ...commentCases,
  ...repairCases,
  ...traceCases,
  ...chartCases,
  ...kpiCases,
  ...fileCases,
  ...projectCases,
  ...goodsCases,
  ...reportCases,
}
