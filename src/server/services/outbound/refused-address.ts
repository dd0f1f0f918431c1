import { isIP } from 'node:net'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { createAddressRule } from './address-ranges.ts'

/**
 * Refuse a URL whose host is an IP address that the server may not reach, before the first attempt. Names are resolved
 * when a message is sent, because their addresses may change.
 * @throws AppError VALIDATION at `address`
 */
export function refuseForbiddenAddress(ctx: SignedInContext, address: string): void {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !createAddressRule(ctx.config.allowedNetworks)(host))
    throw refusedField(ctx, 'address', 'problem.forbiddenAddress')
}
