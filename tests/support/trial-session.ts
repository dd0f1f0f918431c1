import type { Db } from '#server/db/tables.ts'
import { createSession } from '#server/features/auth/sessions.ts'

/** Create a session of a built user in its company, without a password, and return the token. */
export async function trialToken(db: Db, user: { id: number; company_id: number }, now = new Date()): Promise<string> {
  const session = { userId: user.id, companyId: user.company_id, now, passwordAt: null }
  return (await createSession(db, { ...session, address: '127.0.0.1', agent: 'trial' })).token
}
