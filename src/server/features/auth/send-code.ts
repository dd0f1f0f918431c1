import { randomInt } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { senderOf } from '#server/services/sender-address.ts'
import { AppError } from '#shared/errors.ts'
import { codeDigits } from '#shared/field-limits.ts'
import { word } from '#shared/i18n/index.ts'
import { phonePattern } from '#shared/phone.ts'
import { codeMinutes, hashOfPhone, keepCode } from './codes.ts'
import { findByPhoneOrId } from './queries.ts'

const codes = 10 ** codeDigits

/**
 * Send a code for a new password to the phone, or to the phone of the user with that id. Neither the answer nor the
 * work shows whether a user was found. Source: trust.md rows 10 and 11
 * @throws AppError TOO_MANY, SMS_FAILED while text messages cannot be sent, for everybody alike
 */
export async function sendCode(ctx: Context, phoneOrId: string): Promise<{ sent: true; minutes: number }> {
  const { passwords, sms, keys, audit } = ctx.services
  if (sms.isBroken()) throw new AppError('SMS_FAILED')
  const user = await findByPhoneOrId(ctx.db, phoneOrId)
  const phone = user?.phone ?? (phonePattern.test(phoneOrId) ? phoneOrId : `id ${phoneOrId}`)
  const code = String(randomInt(codes)).padStart(codeDigits, '0')
  const hash = await passwords.hash(code)
  const sends = await ctx.db.transaction().execute(async (trx) => {
    const [requestHash, phoneHash] = [hashOfPhone(keys.pepper, `asked ${phoneOrId}`), hashOfPhone(keys.pepper, phone)]
    const { address } = senderOf(ctx.request.address)
    const isKept = await keepCode(trx, {
      requestHash,
      phoneHash,
      codeHash: user ? hash : null,
      address,
      now: ctx.clock(),
    })
    const whom = user ? { targetKind: 'user' as const, targetId: user.id } : {}
    await audit.write(trx, ctx, {
      action: 'auth.sendCode',
      ...whom,
      result: user && isKept ? 'ok' : 'failed',
      companyId: null,
    })
    return isKept
  })
  const text = word(ctx.request.language, 'login.codeText', { code, minutes: codeMinutes, brand: ctx.config.brandText })
  if (user?.phone && sends) sms.send({ phone: user.phone, purpose: 'resetPassword', code, text, minutes: codeMinutes })
  return { sent: true, minutes: codeMinutes }
}
