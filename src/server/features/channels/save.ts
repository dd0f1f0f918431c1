import { randomBytes } from 'node:crypto'
import { changeRow, createRow, deleteRow, savedAs } from '#server/db/records.ts'
import { baseOf, changeable } from '#server/db/visible.ts'
import { type ChannelSecrets, openSecrets, sealSecrets } from '#server/services/messages/channel-secrets.ts'
import { webhookKey, webhookSecret } from '#server/services/messages/webhook-signatures.ts'
import { refuseForbiddenAddress } from '#server/services/outbound/refused-address.ts'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import {
  type ChannelKind,
  type ChannelSave,
  type ChannelSwitch,
  mostRecipients,
  recipientsOf,
  type SavedChannel,
  secretOverlapHours,
} from '#shared/channels.ts'
import { AppError } from '#shared/errors.ts'
import { dropWaiting } from './drop-waiting.ts'
import { channelRecord, loggedChannel, type StoredChannel } from './queries.ts'

const hourMs = 3_600_000

/**
 * The path of a robot's address for the providers that have one, so that a wrong address is found before the first
 * message. The host is free: a provider has several, its customers run their own, and a webhook may go to any public
 * host as well.
 */
const ownPaths: Partial<Record<ChannelKind, RegExp>> = {
  wecom: /^\/cgi-bin\/webhook\/send$/,
  dingtalk: /^\/robot\/send$/,
  feishu: /^\/open-apis\/bot\/(v2\/)?hook\/[^/]+$/,
}
/** The query parameter that identifies the group. */
const ownKeys: Partial<Record<ChannelKind, string>> = { wecom: 'key', dingtalk: 'access_token' }

/** @throws AppError VALIDATION for an address that is not a robot of this provider */
function checkAddress(ctx: SignedInContext, kind: ChannelKind, address: string): void {
  const { pathname, searchParams } = new URL(address)
  const key = ownKeys[kind]
  if ((ownPaths[kind] && !ownPaths[kind].test(pathname)) || (key && !searchParams.get(key)))
    throw refusedField(ctx, 'address', 'channels.problem.robotAddress')
}

/** @throws AppError VALIDATION for a field that this kind of channel requires, or that has a wrong value */
function checkFields(ctx: SignedInContext, { kind, recipients, secret }: ChannelSave, address: string | null): void {
  if (kind === 'mail') {
    const count = recipientsOf(recipients ?? '').length
    if (count === 0) throw refusedField(ctx, 'recipients', 'channels.recipients.missing')
    if (count > mostRecipients) throw refusedField(ctx, 'recipients', 'channels.problem.tooManyRecipients')
    return
  }
  if (address === null) throw refusedField(ctx, 'address', 'channels.address.missing')
  checkAddress(ctx, kind, address)
  refuseForbiddenAddress(ctx, address)
  if (kind === 'webhook' && secret !== undefined && webhookKey(secret) === null)
    throw refusedField(ctx, 'secret', 'channels.problem.webhookSecret')
}

type Sealed = {
  columns: Pick<StoredChannel, 'host' | 'sealed' | 'has_secret' | 'recipients'>
  newSecret: string | null
}

/** Return the columns for address and secret. `before` = the former secrets of a channel that is changed. */
function sealedOf(ctx: SignedInContext, input: ChannelSave, before: ChannelSecrets | null): Sealed {
  const { kind, recipients } = input
  const address = input.address ?? before?.address ?? null
  checkFields(ctx, input, address)
  if (kind === 'mail' || address === null) {
    return {
      columns: { host: null, sealed: null, has_secret: false, recipients: recipientsOf(recipients ?? '').join(', ') },
      newSecret: null,
    }
  }
  const newSecret =
    kind === 'webhook' && input.secret === undefined && !before?.secret ? webhookSecret(randomBytes(32)) : null
  const secret = kind === 'wecom' ? null : (input.secret ?? newSecret ?? before?.secret ?? null)
  const until = new Date(ctx.clock().getTime() + secretOverlapHours * hourMs).toISOString()
  const changes = before?.secret && secret !== before.secret
  const former =
    kind !== 'webhook' ? null : changes && before.secret ? { secret: before.secret, until } : (before?.former ?? null)
  const sealed = sealSecrets(ctx.services.keys, { address, secret, former })
  return { columns: { host: new URL(address).host, sealed, has_secret: secret !== null, recipients: null }, newSecret }
}

/**
 * Return the base and client of a new channel. A client's user can create channels only for that client. @throws
 * AppError NOT_FOUND for a client or company out of scope
 */
async function ownerOf(
  ctx: SignedInContext,
  { clientId, companyId }: ChannelSave,
): Promise<{ company_id: number; client_id: number | null }> {
  const book = await ctx.services.places.book()
  const own = ctx.reach === 'client' ? ctx.viewer.clientId : null
  if (own !== null && clientId !== undefined && clientId !== own) throw new AppError('NOT_FOUND')
  const chosen = own ?? clientId
  if (chosen === undefined) return { company_id: await baseOf(ctx, companyId), client_id: null }
  const client = book.clients.get(chosen)
  if (!client || client.deleted) throw new AppError('NOT_FOUND')
  // A user who may create channels for a base may create them for its clients.
  if (own === null) await baseOf(ctx, client.companyId)
  return { company_id: client.companyId, client_id: chosen }
}

/**
 * Create a channel, or change the one with this id. Its base, client and kind never change.
 * @throws AppError NOT_FOUND, EDITED_BY_OTHERS, VALIDATION; a second channel of the same name becomes DUPLICATE in the
 * API layer
 */
export async function saveChannel(ctx: SignedInContext, input: ChannelSave): Promise<SavedChannel> {
  const { id, rowVersion, name, kind, language, leastSeverity, digestAt, atOnceFrom } = input
  if (atOnceFrom !== undefined && digestAt === undefined)
    throw refusedField(ctx, 'atOnceFrom', 'channels.problem.atOnceFrom')
  const common = {
    name,
    language,
    least_severity: leastSeverity,
    digest_at: digestAt ?? null,
    at_once_from: atOnceFrom ?? null,
  }
  if (id === undefined) {
    const { columns, newSecret } = sealedOf(ctx, input, null)
    const values = { ...common, kind, ...columns, ...(await ownerOf(ctx, input)) }
    const row = await createRow(ctx, channelRecord, {
      action: 'channels.save',
      values,
      details: (after) => ({ after: loggedChannel(after) }),
    })
    return { ...savedAs(row), newSecret }
  }
  let newSecret: string | null = null
  const row = await changeRow(
    ctx,
    channelRecord,
    { id, rowVersion },
    {
      action: 'channels.save',
      visible: await changeable(ctx, 'channel'),
      set: (before) => {
        if (before.kind !== kind) throw refusedField(ctx, 'kind', 'channels.problem.kind')
        const stored = sealedOf(ctx, input, before.sealed && openSecrets(ctx.services.keys, before.sealed))
        newSecret = stored.newSecret
        // New settings may have fixed the failure, so the channel is switched on again.
        const again =
          (before.state === 'failing' || before.state === 'gone') &&
          (input.address ?? input.secret ?? input.recipients) !== undefined
        return { ...common, ...stored.columns, ...(again ? { state: 'on' as const, failures: 0 } : {}) }
      },
      details: (before, after) => ({
        before: loggedChannel(before),
        after: loggedChannel(after),
        ...(input.address === undefined ? {} : { addressChanged: true }),
        ...(input.secret === undefined ? {} : { secretChanged: true }),
      }),
    },
  )
  return { ...savedAs(row), newSecret }
}

/** Switch a channel on or off by hand. @throws AppError NOT_FOUND, EDITED_BY_OTHERS */
export async function switchChannel(
  ctx: SignedInContext,
  { id, on, rowVersion }: ChannelSwitch,
): Promise<{ id: number; rowVersion: number }> {
  const row = await changeRow(
    ctx,
    channelRecord,
    { id, rowVersion },
    {
      action: 'channels.setStatus',
      visible: await changeable(ctx, 'channel'),
      set: { state: on ? 'on' : 'off', ...(on ? { failures: 0 } : {}) },
      details: (before, after) => ({ before: { state: before.state }, after: { state: after.state } }),
    },
  )
  if (!on) await dropWaiting(ctx.db, id)
  return savedAs(row)
}

/** @throws AppError NOT_FOUND */
export const deleteChannel = async (ctx: SignedInContext, id: number): Promise<{ id: number }> =>
  deleteRow(ctx, channelRecord, id, {
    action: 'channels.delete',
    visible: await changeable(ctx, 'channel'),
    // Nothing is sent to the channel any more, so its address and secret are removed.
    set: { sealed: null, has_secret: false },
    details: (before) => ({ before: loggedChannel(before) }),
  })
