import type { User } from '#tests/support/factories.ts'

/** A user with a session. */
export type Person = { user: User; token: string }
