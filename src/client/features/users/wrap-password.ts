import { trpc } from '#client/trpc.ts'

/** Wraps a password with the server's key; it leaves the page no other way. */
export function useWrapPassword(): (password: string) => Promise<string> {
  const utils = trpc.useUtils()
  return async (password) => {
    const [{ encryptPassword }, { pem }] = await Promise.all([
      import('#shared/password.ts'),
      utils.auth.publicKey.fetch(undefined, { staleTime: 60 * 60_000 }),
    ])
    return encryptPassword(pem, password)
  }
}
