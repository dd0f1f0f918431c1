import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '#server/context.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { ClassMeeting } from '#shared/classes.ts'
import { storedClass } from './queries.ts'
import { stateOf } from './rows.ts'

const lifeSeconds = 300
const longestAccount = 12
const secondsOf = (now: Date) => Math.floor(now.getTime() / 1_000)

type Named = { accountId: string; meetingNum: string }
/** Sign a meeting token. The key is that of signed addresses; the first line of the text keeps the two uses apart. */
const signatureOf = ({ services }: Pick<Context, 'services'>, { accountId, meetingNum }: Named, expires: string) =>
  createHmac('sha256', services.keys.links).update(`meeting\n${accountId}\n${meetingNum}\n${expires}`).digest()

/**
 * Return the address of a session's live meeting, with a token that is valid only for this user, this meeting and five
 * minutes (trust.md row 29). The three parameters are the documented ones (C082).
 * @throws AppError NOT_FOUND
 */
export async function meetingOf(ctx: SignedInContext, id: number): Promise<ClassMeeting> {
  const row = await storedClass(ctx, id)
  const { meetingUrl } = ctx.config
  const now = ctx.clock()
  const live = row.type === '直播' && stateOf(row, now) !== '已结束'
  if (meetingUrl === null || row.meet_info === null || !live) return { configured: meetingUrl !== null, url: null }
  const named = { accountId: String(ctx.viewer.userId ?? 0), meetingNum: row.meet_info }
  const expires = String(secondsOf(now) + lifeSeconds)
  const url = new URL(meetingUrl)
  url.searchParams.set('accountId', named.accountId)
  url.searchParams.set('accountToken', `${expires}.${signatureOf(ctx, named, expires).toString('base64url')}`)
  url.searchParams.set('meetingNum', named.meetingNum)
  return { configured: true, url: url.href }
}

/** Tell the meeting host whether a token was issued by this server for this user and meeting, and is still valid. */
export function isMeetingToken(ctx: Context, { accountToken, ...named }: Named & { accountToken: string }): boolean {
  const [expires = '', signature = '', ...more] = accountToken.split('.')
  if (
    more.length > 0 ||
    !/^\d{1,12}$/.test(expires) ||
    !/^[\w-]{43}$/.test(signature) ||
    named.accountId.length > longestAccount
  )
    return false
  const given = Buffer.from(signature, 'base64url')
  const right = signatureOf(ctx, named, expires)
  if (given.toString('base64url') !== signature || given.length !== right.length) return false
  return timingSafeEqual(given, right) && Number(expires) > secondsOf(ctx.clock())
}
