import type { useDatabase } from './database.ts'

/** Set up pictures of users. */
export function useAvatars(database: ReturnType<typeof useDatabase>) {
  /** Give a user a picture. */
  async function avatarOf(user: { id: number }, company_id: number): Promise<number> {
    const file = {
      public_id: 'a'.repeat(32),
      company_id,
      user_id: user.id,
      stored_name: 'a.png',
      file_name: 'a.png',
      mime: 'image/png',
      size: 1,
    }
    const { id } = await database.db
      .insertInto('attachment')
      .values({
        ...file,
        owner_kind: 'user',
        owner_id: user.id,
        width: 9,
        height: 9,
        deleted_at: null,
        create_time: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.db.updateTable('app_user').set({ avatar_id: id }).where('id', '=', user.id).execute()
    return id
  }
  return { avatarOf }
}
