import { readPassword } from './input.ts'
import type { Terminal } from './settings.ts'

/** Does the server require the password of the token's owner? */
function asksPassword(error: unknown): boolean {
  const data: unknown = error instanceof Error && 'data' in error ? error.data : null
  const fields = typeof data === 'object' && data !== null && 'fields' in data ? data.fields : null
  return (
    Array.isArray(fields) &&
    fields.some(
      (one: unknown) => typeof one === 'object' && one !== null && 'field' in one && one.field === 'ownPassword',
    )
  )
}

/**
 * Run a call; the operator of the machine needs no password, a caller with a token types their own password if the
 * server requires it.
 */
export async function withOwnPassword<Answer>(
  { say }: Terminal,
  pem: string,
  call: (own: { ownPassword?: string }) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call({})
  } catch (error) {
    if (!asksPassword(error)) throw error
    const [password, { encryptPassword }] = await Promise.all([
      readPassword(say('cli.ownPassword')),
      import('#shared/password-encryption.ts'),
    ])
    if (password === '') throw error
    return call({ ownPassword: encryptPassword(pem, password) })
  }
}
