import { sql } from 'kysely'
import { changeable } from '#server/db/visible.ts'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { ChannelKind, ChannelState } from '#shared/channels.ts'
import type { Language } from '#shared/i18n/index.ts'

/** A channel that a user has chosen as a receiver. */
export type ChosenChannel = {
  id: number
  company_id: number
  client_id: number | null
  name: string
  kind: ChannelKind
  language: Language
  state: ChannelState
}

/** Return those of `ids` that the caller may send to, ordered by id. */
export async function reachedChannels(ctx: SignedInContext, ids: readonly number[]): Promise<ChosenChannel[]> {
  if (ids.length === 0) return []
  const changeableRows = await changeable(ctx, 'channel')
  const { rows } = await sql<ChosenChannel>`select id, company_id, client_id, name, kind, language, state from channel
    where id = any(${[...ids]}::int[]) and ${changeableRows} order by id`.execute(ctx.db)
  return rows
}

/**
 * Return the chosen channels. The caller must be allowed to send to all of them.
 * @throws AppError VALIDATION at `channelIds` alike for a channel that does not exist, is deleted or belongs to
 * somebody else
 */
export async function chosenChannels(ctx: SignedInContext, ids: readonly number[]): Promise<ChosenChannel[]> {
  const found = await reachedChannels(ctx, ids)
  if (found.length !== new Set(ids).size) throw refusedField(ctx, 'channelIds', 'channels.problem.notYours')
  return found
}
