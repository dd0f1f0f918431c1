import type { User } from '#tests/support/factories.ts'

/** Somebody with a session. */
export type Person = { user: User; token: string }
