import { z } from 'zod'
import type { AuditRow } from '#shared/audit.ts'
import type { PickedUser, UserRow } from '#shared/user-admin.ts'

/** What user administration answers; see answers.ts. */
const text = z.string()
const optionalText = text.nullable()
const id = z.int().min(1)
const optionalId = id.nullable()

export const userAnswer: z.ZodType<UserRow> = z.object({
  id,
  userName: text,
  phone: optionalText,
  name: text,
  nickName: optionalText,
  companyId: id,
  company: text,
  clientId: optionalId,
  client: optionalText,
  accountId: optionalId,
  account: optionalText,
  groupId: optionalId,
  group: optionalText,
  sex: optionalText,
  nation: optionalText,
  idNo: optionalText,
  workUnitAndJob: optionalText,
  workUnit: optionalText,
  job: optionalText,
  birthday: optionalText,
  identifier: optionalText,
  remarks: optionalText,
  disabled: z.boolean(),
  sessions: z.int().min(0),
  firstPassword: z.boolean(),
  pending: z.boolean(),
  createTimeStr: text,
  updateTimeStr: text,
  rowVersion: id,
})
export const pickedUsersAnswer: z.ZodType<PickedUser[]> = z.array(z.object({ id, name: text }))
export const auditAnswer: z.ZodType<AuditRow> = z.object({
  id: text,
  at: text,
  actor: text,
  companyId: optionalId,
  company: optionalText,
  address: optionalText,
  action: text,
  targetKind: optionalText,
  targetId: optionalText,
  result: text,
  details: z.record(text, z.unknown()).nullable(),
})
