import { auditRow } from '#server/db/audit-row.ts'
import { readRow } from '#server/db/records.ts'
import { changeable } from '#server/db/visible.ts'
import { openSecrets, signingSecrets } from '#server/services/messages/channel-secrets.ts'
import type { Message } from '#server/services/messages/message.ts'
import { ownAnswer, saidAnswer } from '#server/services/messages/own-answers.ts'
import { consoleUrl, type Destination } from '#server/services/outbound/outbound.ts'
import type { Services } from '#server/services/services.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { type ChannelTrial, recipientsOf } from '#shared/channels.ts'
import { messageWord } from '#shared/i18n/messages.ts'
import { channelRecord, type StoredChannel } from './queries.ts'

/**
 * Return the destination of a stored channel; null = its secrets were encrypted with another key and must be entered
 * again.
 */
export function destinationOf(
  { keys }: Pick<Services, 'keys'>,
  { kind, sealed, recipients }: Pick<StoredChannel, 'kind' | 'sealed' | 'recipients'>,
  now: Date,
): Destination | null {
  if (kind === 'mail') return { kind, address: null, secrets: [], recipients: recipientsOf(recipients ?? '') }
  const secrets = sealed && openSecrets(keys, sealed)
  return secrets && { kind, address: secrets.address, secrets: signingSecrets(secrets, now), recipients: [] }
}

/**
 * Send a test message to a channel, and return the provider's response word for word, or why there is none. @throws
 * AppError NOT_FOUND, TOO_MANY
 */
export async function tryChannel(ctx: SignedInContext, id: number): Promise<ChannelTrial> {
  const row = await readRow(ctx.db, channelRecord, id, await changeable(ctx, 'channel'))
  const now = ctx.clock()
  await ctx.services.trialLimit.count(ctx.viewer.userId, now)
  const destination = destinationOf(ctx.services, row, now)
  const say = (status: number | null, answer: string) => saidAnswer(ctx.request.language, { status, answer })
  if (!destination)
    return { delivered: false, status: null, answer: say(null, ownAnswer('keyChanged')), milliseconds: 0 }
  const { name, language } = row
  const message: Message = {
    type: 'channel.test',
    severity: 'notice',
    language,
    title: messageWord(language, 'message.test.title', { name }),
    lines: [messageWord(language, 'message.test.line', { user: ctx.viewer.name || ctx.viewer.userName })],
    link: { text: messageWord(language, 'message.open'), url: consoleUrl(ctx.config) },
    data: { channelId: id },
    at: now.toISOString(),
  }
  const { verdict, status, answer, milliseconds } = await ctx.services.outbound.send(destination, message, {
    id: crypto.randomUUID(),
    at: now,
  })
  const delivered = verdict.outcome === 'delivered'
  await ctx.db
    .transaction()
    .execute((trx) =>
      auditRow(trx, ctx, channelRecord, row, { action: 'channels.test', details: { delivered, status } }),
    )
  return { delivered, status, answer: say(status, answer), milliseconds }
}
