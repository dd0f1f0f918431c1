import { type Credential, credentialOf, type RequestHead } from '#server/request-token.ts'
import { senderOf } from '#server/services/sender-address.ts'

/** The caller, as far as known without a database query. */
export type Caller = {
  /** The company of the session; for an unknown caller, the address. */
  tenant: string
  session: string
}

export type Callers = {
  of(head: RequestHead): Caller
  /** Record that the token of this request was accepted: from now on it counts for its company. */
  learn(head: RequestHead, tenantId: number): void
}

/** Number of remembered tokens; the oldest is forgotten first. */
const mostKnown = 20_000

const credentialIn = (head: RequestHead): Credential | null => {
  try {
    return credentialOf(head)
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
      const session = credentialIn(head)?.key ?? ''
      const tenant = tenants.get(session)
      if (tenant !== undefined) return { tenant, session }
      const { address } = senderOf(head.ip ?? '')
      return { tenant: `address ${address}`, session: `address ${address}` }
    },
    learn(head, tenantId) {
      const key = credentialIn(head)?.key
      const tenant = `tenant ${tenantId}`
      // A forgotten caller is learnt again at its next request.
      if (key === undefined || tenants.get(key) === tenant) return
      tenants.delete(key)
      tenants.set(key, tenant)
      for (const oldest of tenants.keys()) {
        if (tenants.size <= most) break
        tenants.delete(oldest)
      }
    },
  }
}
