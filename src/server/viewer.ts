import type { Language } from '#shared/i18n/index.ts'
import type { Role } from '#shared/roles.ts'

/** Anyone who calls, as read from the database on this very request. */
export type Viewer = {
  /** cli = the terminal of the operator, with a manager's rights; its id is null. */
  actor: 'user' | 'cli'
  userId: number | null
  userName: string
  name: string
  role: Role
  /** The current company, and the tenant it belongs to. */
  companyId: number
  companyKind: 'headquarters' | 'base'
  tenantId: number
  clientId: number | null
  accountId: number | null
  sessionId: number | null
  /** How far into the write-ahead log this session has written; null or left out = not known. */
  writePosition?: string | null
  /** Somebody else set the password: nothing but changing it is open. */
  mustChangePassword?: true | undefined
  /** A token for programs, not a person at a screen. */
  isProgram?: true | undefined
  /** A program that may read and change nothing. */
  readOnly?: true | undefined
  /** A program that sends the reports of the machines of this site: it may call nothing else, and reads nothing. */
  reportSiteId?: number | undefined
}

/** Where a request comes from and how its sender reads. */
export type RequestHead = {
  id: string
  address: string
  agent: string
  language: Language
  token: string | null
  /** Chosen by the caller for one change; the same change sent again has the same key. */
  callKey?: string | undefined
}
