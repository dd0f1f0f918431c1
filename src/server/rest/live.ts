import { z } from 'zod'
import { feedReasons } from '#shared/feed-reasons.ts'
import type { DeviceHours, ReportAnswer, ReportTokenRow } from '#shared/live.ts'
import { answerOf, count, id, optionalText, text } from './answer-schemas.ts'
import { type Route, route } from './route.ts'

const reportAnswer = answerOf<ReportAnswer>()(
  z.object({
    read: count,
    accepted: count,
    repeated: count,
    late: count,
    refused: count,
    errors: z.array(z.object({ line: count, serial: optionalText, reason: z.enum(feedReasons), text })),
  }),
)
const figures = z.array(z.number().nullable())
const hoursAnswer = answerOf<DeviceHours>()(
  z.object({ start: text, slotMinutes: count, hashRate: figures, powerW: figures, targetHashRate: z.number() }),
)
const tokenRow = answerOf<ReportTokenRow>()(
  z.object({
    ...{ id, name: optionalText, madeBy: text, createdAt: text, lastSeenAt: optionalText, expiresAt: text },
  }),
)

/** Live reports of machines, and the tokens that may send them. */
export const liveRoutes: readonly Route[] = [
  route('POST', '/device/report', 'live.report', {
    title: 'api.report',
    body: 'lines',
    answer: reportAnswer,
    example: {
      query: { siteId: 3 },
      body: [
        {
          serial: 'T20B2400004',
          reportedAt: '{today} 00:00:01',
          hashRate: 19.8,
          activeWorkerState: true,
          powerW: 3250,
        },
      ],
    },
  }),
  route('GET', '/device/hours/:id', 'live.hours', {
    title: 'api.deviceHours',
    answer: hoursAnswer,
    example: { params: { id: 1 } },
  }),
  route('GET', '/device/reportTokens/:siteId', 'live.tokens', {
    title: 'api.reportTokens',
    answer: z.object({ data: z.array(tokenRow) }),
    example: { params: { siteId: 3 } },
  }),
  route('POST', '/device/reportTokens/:siteId', 'live.createToken', {
    title: 'api.createReportToken',
    answer: z.object({ token: text, userName: text, expiresAt: text }),
    example: { params: { siteId: 3 }, body: { name: '一号机房采集器', days: 365, ownPassword: 'RSA(ColdFleet#26)' } },
  }),
  route('POST', '/device/endReportToken/:id', 'live.endToken', {
    title: 'api.endReportToken',
    answer: z.object({ id }),
    example: { params: { id: 1 }, needs: 'api.needs.session' },
  }),
]
