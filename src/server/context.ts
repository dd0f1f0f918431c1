import type { Kysely } from 'kysely'
import type { AppError } from '#shared/errors.ts'
import type { Config } from './config.ts'
import type { Database } from './db/tables.ts'
import type { DeviceCookie } from './device-cookie.ts'
import type { Services } from './services/services.ts'
import type { RequestHead, Viewer } from './viewer.ts'

/** The context of a procedure, the same for the browser, the terminal and REST. */
export type Context = {
  db: Kysely<Database>
  /** For charts, lists and exports: the replica when one is configured, otherwise `db`. */
  readDb: Kysely<Database>
  config: Config
  services: Services
  viewer: Viewer | null
  /** Why there is no viewer although a token was sent. */
  refusal: AppError | null
  clock: () => Date
  request: RequestHead
  /** The remembered-device cookie of the calling browser; absent for programs inside this process. */
  deviceCookie?: DeviceCookie | undefined
}
