import { type RequestHead, tokenOf } from '#server/request-token.ts'
import { senderOf } from '#server/services/sender-address.ts'
import { hashOfToken } from '#server/session.ts'

/** The caller, as far as known without a database query. */
export type Caller = {
  /** The company of the session; for an unknown caller, the address. */
  tenant: string
  session: string
}

export type Callers = {
  of(head: RequestHead): Caller
  /** Record that this token was accepted: from now on it counts for its company. */
  learn(token: string, tenantId: number): void
}

/** Number of remembered tokens; the oldest is forgotten first. */
const mostKnown = 20_000

const keyOf = (token: string) => hashOfToken(token).toString('base64')

const tokenIn = (head: RequestHead): string | null => {
  try {
    return tokenOf(head)
  } catch {
    return null
  }
}

/**
 * Distinguish callers by hash of token and by address. A token that was never accepted counts for its address, so
 * invented tokens get no share of their own.
 */
export function createCallers(most = mostKnown): Callers {
  const tenants = new Map<string, string>()
  return {
    of(head) {
      const token = tokenIn(head)
      const session = token === null ? '' : keyOf(token)
      const tenant = tenants.get(session)
      if (tenant !== undefined) return { tenant, session }
      const { address } = senderOf(head.ip ?? '')
      return { tenant: `address ${address}`, session: `address ${address}` }
    },
    learn(token, tenantId) {
      const key = keyOf(token)
      tenants.delete(key)
      tenants.set(key, `tenant ${tenantId}`)
      for (const oldest of tenants.keys()) {
        if (tenants.size <= most) break
        tenants.delete(oldest)
      }
    },
  }
}
