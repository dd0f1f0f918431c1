import { senderOf } from '#server/services/network.ts'
import { hashOfToken } from '#server/session.ts'
import { type RequestHead, tokenOf } from '#server/token.ts'

/** Who calls, as far as it is known before anything is asked of the database. */
export type Caller = {
  /** The company behind the session; for who is not known, the address. */
  tenant: string
  session: string
}

export type Callers = {
  of(head: RequestHead): Caller
  /** This token was found good: from now on it counts for its company. */
  learn(token: string, tenantId: number): void
}

/** Tokens that are remembered; the one that was learnt longest ago goes first. */
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
 * Tells callers apart by hash of token and by address. A token that was never found good counts for its address:
 * anyone who makes tokens up gets no share for each of them.
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
