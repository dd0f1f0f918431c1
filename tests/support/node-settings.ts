/**
 * Settings of a server on several nodes. Its calls must not do what only the embedded engine supports: they recognize it
 * by its missing address.
 */
export const settingsOnNodes: Record<string, string> =
  process.env.TEST_CITUS === '1' ? { DATABASE_URL: process.env.TEST_DATABASE_URL ?? '' } : {}
