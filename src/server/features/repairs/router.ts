import type { NameReader } from '#server/services/places/owner-names.ts'
import { mutation, query, router, type SignedInContext } from '#server/trpc.ts'
import type { Picture } from '#shared/attachments.ts'
import { businessDay } from '#shared/business-time.ts'
import { RepairChartRequest } from '#shared/repair-chart.ts'
import {
  RepairExportRequest,
  type RepairFilters,
  RepairListRequest,
  RepairSaveRequest,
  RepairVoidRequest,
} from '#shared/repairs.ts'
import { ById } from '#shared/request-fields.ts'
import { repairChart } from './chart.ts'
import { exportRepairs } from './export.ts'
import { findPhotos } from './photos.ts'
import { countWorklists, findRepairs } from './queries.ts'
import { saveRepairs } from './save.ts'
import { voidRepair } from './void.ts'

const calendarOf = ({ clock, config }: SignedInContext) => ({
  timeZone: config.timeZone,
  today: businessDay(clock(), config.timeZone),
})

const setOf = (
  ctx: SignedInContext,
  { companyId, clientId, accountId, siteId }: Pick<RepairFilters, 'companyId' | 'clientId' | 'accountId' | 'siteId'>,
) => ctx.services.places.narrow(ctx.scope, { companyId, clientId, accountId, siteId })

const readerOf = async ({ services, scope, request }: SignedInContext): Promise<NameReader> => ({
  book: await services.places.book(),
  set: await services.places.narrow(scope),
  language: request.language,
})

export const repairsRouter = router({
  // Repair and return records (C118).
  find: query('repairs.find', RepairListRequest, async (ctx, input) =>
    findRepairs(ctx.readDb, await readerOf(ctx), await setOf(ctx, input), input, calendarOf(ctx)),
  ),
  // Numbers of machines that are away, wait to be online, or failed again.
  worklists: query('repairs.worklists', RepairListRequest, async (ctx, input) =>
    countWorklists(ctx.readDb, await setOf(ctx, input), input, calendarOf(ctx).today),
  ),
  // Machines sent (C063) or returned (C062) over days or months.
  chart: query('repairs.chart', RepairChartRequest, async (ctx, input) =>
    repairChart(ctx.readDb, await setOf(ctx, input), input, calendarOf(ctx).today),
  ),
  export: query('repairs.export', RepairExportRequest, exportRepairs),
  // Send devices to repair or take them back (C041, C119).
  save: mutation('repairs.save', RepairSaveRequest, saveRepairs),
  // The photos of one record; `attachments.upload` adds one, `attachments.delete` removes it.
  photos: query('repairs.photos', ById, (ctx, input): Promise<Picture[]> => findPhotos(ctx, input.id)),
  void: mutation('repairs.void', RepairVoidRequest, voidRepair),
})
