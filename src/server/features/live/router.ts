import { oneDevice } from '#server/db/one-device.ts'
import { procedure, router } from '#server/trpc.ts'
import type { IssuedToken } from '#shared/auth.ts'
import {
  type DeviceHours,
  type ReportAnswer,
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
  report: procedure('live.report')
    .input(ReportRequest)
    .mutation(({ ctx, input }): Promise<ReportAnswer> => takeReports(ctx, input)),
  // Return the figures of a machine in the last 48 hours.
  hours: procedure('live.hours')
    .input(ById)
    .query(async ({ ctx, input }): Promise<DeviceHours> => {
      const device = await oneDevice(ctx.readDb, await ctx.services.places.narrow(ctx.scope), input.id)
      return deviceHours(ctx.readDb, device, ctx.clock())
    }),
  // Return the tokens that may send the reports of a site.
  tokens: procedure('live.tokens')
    .input(ReportTokenList)
    .query(
      async ({ ctx, input }): Promise<{ data: ReportTokenRow[] }> => ({
        data: await findReportTokens(ctx, input.siteId),
      }),
    ),
  createToken: procedure('live.createToken')
    .input(ReportTokenRequest)
    .mutation(({ ctx, input }): Promise<IssuedToken> => createReportToken(ctx, input)),
  endToken: procedure('live.endToken')
    .input(ById)
    .mutation(({ ctx, input }): Promise<{ id: number }> => endReportToken(ctx, input.id)),
})
