import { oneDevice } from '#server/db/one-device.ts'
import { mutation, query, router } from '#server/trpc.ts'
import {
  type DeviceHours,
  ReportRequest,
  ReportTokenList,
  ReportTokenRequest,
  type ReportTokenRow,
} from '#shared/live.ts'
import { ById } from '#shared/request-fields.ts'
import { deviceHours } from './device-hours.ts'
import { takeReports } from './report.ts'
import { createReportToken, endReportToken, findReportTokens } from './tokens.ts'

export const liveRouter = router({
  // Accept the repeated measurements of a site's machines, by a token of scope report or a manager of the site.
  report: mutation('live.report', ReportRequest, takeReports),
  // Return the figures of a machine in the last 48 hours.
  hours: query('live.hours', ById, async (ctx, input): Promise<DeviceHours> => {
    const device = await oneDevice(ctx.readDb, await ctx.services.places.narrow(ctx.scope), input.id)
    return deviceHours(ctx.readDb, device, ctx.clock())
  }),
  // Return the tokens that may send the reports of a site.
  tokens: query(
    'live.tokens',
    ReportTokenList,
    async (ctx, input): Promise<{ data: ReportTokenRow[] }> => ({
      data: await findReportTokens(ctx, input.siteId),
    }),
  ),
  createToken: mutation('live.createToken', ReportTokenRequest, createReportToken),
  endToken: mutation('live.endToken', ById, (ctx, input): Promise<{ id: number }> => endReportToken(ctx, input.id)),
})
