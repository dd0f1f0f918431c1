import { isIP } from 'node:net'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { createAddressRule } from './address-ranges.ts'

/**
 * Refuses an address whose host is a number that the server may not reach, so that it is not found out by the first try. Names are looked up
 * when something is sent, for what they lead to may change.
 * @throws AppError VALIDATION at `address`
 */
export function refuseForbiddenAddress(ctx: SignedInContext, address: string): void {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !createAddressRule(ctx.config.allowedNetworks)(host))
    throw refusedField(ctx, 'address', 'problem.forbiddenAddress')
}
