import { trpc } from '#client/trpc.ts'

/** Return a function that encrypts a password with the server's key; passwords are never sent in another form. */
export function useEncryptPassword(): (password: string) => Promise<string> {
  const utils = trpc.useUtils()
  return async (password) => {
    const [{ encryptPassword }, { pem }] = await Promise.all([
      import('#shared/password-encryption.ts'),
      utils.auth.publicKey.fetch(undefined, { staleTime: 60 * 60_000 }),
    ])
    return encryptPassword(pem, password)
  }
}
