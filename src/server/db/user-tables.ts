import type { Generated, JSONColumnType } from 'kysely'
import type { GeneratedInstant, Instant, Stamped } from './column-types.ts'

export type UserTable = Stamped & {
  id: Generated<number>
  user_name: string
  phone: string | null
  password_hash: string
  name: string
  nick_name: string | null
  /** The company of the user's next session: the one entered last. */
  company_id: number
  home_company_id: number
  client_id: number | null
  account_id: number | null
  group_id: number | null
  sex: string | null
  nation: string | null
  id_no: string | null
  work_unit_and_job: string | null
  work_unit: string | null
  job: string | null
  birthday: string | null
  identifier: string | null
  avatar_id: number | null
  remarks: string | null
  disabled: Generated<boolean>
  /** Registered through the public form, and without a role from a manager so far. */
  pending: Generated<boolean>
  last_password_reset_date: Instant | null
  /** A deleted user cannot sign in and is in no list; records of the user's actions still show the name. */
  deleted_at: Instant | null
}
export type MembershipTable = { user_id: number; company_id: number }
export type SessionTable = {
  id: Generated<number>
  token_hash: Buffer
  user_id: number
  /** The company in which the session works. */
  company_id: number
  /** script = made for a program: no idle limit, only an absolute one. */
  kind: Generated<'browser' | 'script'>
  created_at: GeneratedInstant
  last_seen_at: GeneratedInstant
  expires_at: Instant
  /** Time of the last password entry in this session. */
  password_at: Instant | null
  ended_at: Instant | null
  ended_reason: string | null
  address: string | null
  agent: string | null
  /** The remembered device that began the session, or that was remembered during it. */
  device_id: number | null
  /**
   * read = a program that changes nothing; report = a program that only sends the measurements of the machines of
   * `site_id`.
   */
  scope: Generated<'full' | 'read' | 'report'>
  site_id: number | null
  /** The name that its creator gave a token of scope report. */
  name: string | null
  /** Bytes of the write-ahead log after the last write of this session; null = not known. */
  write_position: string | null
}
/** A browser that signs in without a password until `expires_at`; each sign-in replaces its token. */
export type RememberedDeviceTable = {
  id: Generated<number>
  user_id: number
  created_at: Instant
  last_used_at: Instant
  expires_at: Instant
  ended_at: Instant | null
  ended_reason: string | null
  address: string | null
  agent: string | null
}
export type RefreshTokenTable = { token_hash: Buffer; device_id: number; created_at: Instant; used_at: Instant | null }
export type SmsCodeTable = {
  id: Generated<number>
  phone_hash: Buffer
  purpose: 'resetPassword'
  /** null = nobody has the phone: the request counts, and no code matches. */
  code_hash: string | null
  address: string
  tries: Generated<number>
  created_at: Instant
  expires_at: Instant
  used_at: Instant | null
}
/** `session_id` = the session that created it; null = the terminal created it. */
export type LoginTicketTable = {
  token_hash: Buffer
  user_id: number
  expires_at: Instant
  used_at: Instant | null
  session_id: number | null
}
export type LoginAttemptTable = {
  id: Generated<string>
  user_name: string
  network: string
  address: string
  succeeded: boolean
  at: GeneratedInstant
  /** The remembered device of the same user from which the attempt came. */
  device_id: number | null
}
export type AuditLogTable = {
  id: Generated<string>
  at: GeneratedInstant
  actor_user_id: number | null
  actor: string
  company_id: number | null
  address: string | null
  action: string
  target_kind: string | null
  target_id: string | null
  result: string
  details: JSONColumnType<Record<string, unknown>> | null
}

export type UserTables = {
  app_user: UserTable
  membership: MembershipTable
  session: SessionTable
  login_ticket: LoginTicketTable
  remembered_device: RememberedDeviceTable
  refresh_token: RefreshTokenTable
  sms_code: SmsCodeTable
  login_attempt: LoginAttemptTable
  audit_log: AuditLogTable
}
