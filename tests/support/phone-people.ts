import type { useDatabase } from './database.ts'
import { buildUser, type UserValues } from './factories.ts'
import { type Door, passwordHash, wrapped } from './sign-in.ts'

/** Provide users with a phone, and the codes sent to it. */
export function usePhonePeople(database: ReturnType<typeof useDatabase>) {
  const minute = 60_000
  const phone = '13800000001'
  const chosen = wrapped('Frost#Pine88')
  const buildPerson = async (given: UserValues = {}) =>
    buildUser(database.db, { user_name: 'anna', phone, password_hash: await passwordHash(), ...given })
  const codeSent = (door: Door) => door.messages.at(-1)?.code ?? ''
  const answerOf = (call: Promise<unknown>) =>
    call.then(
      (answer) => JSON.stringify(answer),
      ({ code, message, cause }) => JSON.stringify([code, message, cause.code, cause.details]),
    )
  return { buildPerson, phone, chosen, answerOf, codeSent, minute }
}
