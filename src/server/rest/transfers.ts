import { z } from 'zod'
import { rates } from '#shared/charts.ts'
import type { OwnerNames } from '#shared/ownership.ts'
import { type TransferAnswer, type TransferredRow, transferKinds, transferRefusals } from '#shared/transfers.ts'
import { answerOf, count, id, listOf, optionalText, text } from './answer-schemas.ts'
import { type Route, route } from './route.ts'

export const ownerAnswer = answerOf<OwnerNames>()(
  z.object({ company: optionalText, site: optionalText, client: optionalText, account: optionalText }),
)
const change = z.number().int()
const rate = z.object({ before: z.number().nullable(), after: z.number().nullable() })
const transferAnswer = answerOf<TransferAnswer>()(
  z.object({
    batchId: id.nullable(),
    dryRun: z.boolean(),
    date: text,
    today: text,
    selected: count,
    moved: count,
    unchanged: count,
    left: count,
    days: z.array(text),
    machineDays: count,
    groups: z.array(z.object({ from: ownerAnswer, to: ownerAnswer, count })),
    groupCount: count,
    shares: z.array(
      z.object({
        kind: z.enum(transferKinds),
        id,
        name: text,
        machines: change,
        machineDays: change,
        rates: z.object(
          Object.fromEntries(rates.map((name) => [name, rate])) as Record<(typeof rates)[number], typeof rate>,
        ),
      }),
    ),
    statements: z.array(
      z.object({ clientId: id, client: text, month: text, machineDays: change, issuedAt: optionalText }),
    ),
    refused: z.array(z.object({ reason: z.enum(transferRefusals), count, serials: z.array(text), text })),
    obstacle: optionalText,
    previewVersion: text.optional(),
  }),
)
const transferredAnswer = answerOf<TransferredRow>()(
  z.object({
    deviceId: id,
    serial: text,
    date: text,
    from: ownerAnswer,
    to: ownerAnswer,
    undone: z.boolean(),
  }),
)

/** Transfers of machines to another owner or site from a given day on. */
export const transferRoutes: readonly Route[] = [
  route('POST', '/device/transfer', 'transfers.save', {
    title: 'api.deviceTransfer',
    answer: transferAnswer,
    example: {
      body: {
        selection: { serials: ['T20B2400004'] },
        to: { clientId: 2, siteId: '' },
        date: '{today-9}',
        reason: '合同变更',
        leaveScrapped: false,
        dryRun: true,
      },
    },
  }),
  route('POST', '/device/transferred', 'transfers.machines', {
    title: 'api.deviceTransferred',
    answer: listOf(transferredAnswer),
    example: { needs: 'api.needs.batch', body: { batchId: 12, serial: '', page: 1, size: 20 } },
  }),
]
