import { readPassword } from './input.ts'
import type { Terminal } from './settings.ts'

/** Does the server ask the owner of the token for his own password? */
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

/** Calls; the operator of the machine is asked nothing more, a caller with a token types his own password where the server asks for it. */
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
      import('#shared/password.ts'),
    ])
    if (password === '') throw error
    return call({ ownPassword: encryptPassword(pem, password) })
  }
}
