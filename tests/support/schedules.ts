import type { Insertable, Kysely } from 'kysely'
import type { ChannelTable } from '#server/db/channel-tables.ts'
import type { Database } from '#server/db/tables.ts'
import { sendDue } from '#server/features/deliveries/send-due.ts'
import { startSchedules } from '#server/jobs/schedules.ts'
import { createAudit } from '#server/services/audit.ts'
import type { Message } from '#server/services/messages/message.ts'
import type { Destination, Outbound, Posting } from '#server/services/outbound/outbound.ts'
import type { Services } from '#server/services/services.ts'
import type { ScheduleSave } from '#shared/schedules.ts'
import { buildCaller, buildContext, viewerOf } from './context.ts'
import { buildUser, type UserValues } from './factories.ts'

type Sent = { destination: Destination; message: Message; posting: Posting }

/** Provide schedules with a clock that the test sets, and record the messages that they send. */
export function scheduleHouse(db: () => Kysely<Database>, given: Partial<Services> = {}) {
  let now = new Date('2026-11-20T04:00:00Z')
  const sent: Sent[] = []
  const outbound: Outbound = {
    send: async (destination, message, posting) => {
      sent.push({ destination, message, posting })
      return { verdict: { outcome: 'delivered' }, status: 250, answer: 'ok', milliseconds: 1 }
    },
    close: () => undefined,
  }
  let made: ReturnType<typeof buildContext> | null = null
  /** One set of services for all calls, because the storage holds the files of the runs. */
  const context = () => {
    made ??= buildContext(db(), {
      services: { audit: createAudit(), outbound, ...given },
      config: { PUBLIC_URL: 'https://console.example' },
    })
    return { ...made, clock: () => now }
  }
  const jobs = () =>
    startSchedules({
      db: db(),
      config: context().config,
      services: context().services,
      clock: () => now,
      everyMs: 3_600_000,
    })
  return {
    sent,
    context,
    jobs,
    at: (instant: string) => {
      now = new Date(instant)
    },
    /** Run what is due, and send the results; return the sent messages. */
    async pass(instant?: string): Promise<Sent[]> {
      if (instant) now = new Date(instant)
      const process = jobs()
      await process.flush()
      await process.close()
      const before = sent.length
      while (
        (await sendDue(db(), { services: context().services, logger: context().services.logger, clock: () => now })) > 0
      );
      // The order of channels is arbitrary.
      const key = ({ destination: { kind, recipients } }: Sent) => `${kind} ${recipients.join()}`
      return sent.slice(before).sort((left, right) => key(left).localeCompare(key(right)))
    },
    async person(user: UserValues) {
      const row = await buildUser(db(), user)
      const viewer = await viewerOf(db(), row)
      const caller = () =>
        buildCaller(db(), {
          services: context().services,
          viewer,
          now,
          config: { PUBLIC_URL: 'https://console.example' },
        })
      return { id: row.id, viewer, caller }
    },
    async channel(values: Partial<Insertable<ChannelTable>> & { company_id: number }): Promise<number> {
      const usual = {
        name: `通道 ${Math.random()}`,
        kind: 'mail',
        recipients: 'a@b.example',
        language: 'zh',
        least_severity: 'notice',
      } as const
      return (
        await db()
          .insertInto('channel')
          .values({ ...usual, ...values })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    },
  }
}

export const dailyList = (given: Partial<ScheduleSave>): ScheduleSave =>
  ({
    name: '设备清单',
    content: 'list',
    list: 'devices',
    format: 'csv',
    channelIds: [],
    every: 'day',
    time: '13:00',
    ...given,
  }) as ScheduleSave
