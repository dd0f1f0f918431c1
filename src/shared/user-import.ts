import { z } from 'zod'
import { SentPassword } from './auth.ts'
import type { ImportCounts } from './import-counts.ts'
import { unlimited } from './request-fields.ts'

/** Columns of a users file, in the documented order. */
export const seedColumns = [
  'userName',
  'phone',
  'name',
  'nickName',
  'company',
  'password',
  'client',
  'account',
  'birthday',
  'sex',
  'identifier',
  'remarks',
] as const

export type SeedColumn = (typeof seedColumns)[number]

/** Other accepted column names, in lower case: those of the form and its template in either language. */
export const seedHeadings: Readonly<Record<string, SeedColumn>> = {
  用户名: 'userName',
  'user name': 'userName',
  手机号: 'phone',
  手机: 'phone',
  姓名: 'name',
  角色: 'nickName',
  role: 'nickName',
  所属公司: 'company',
  公司: 'company',
  基地: 'company',
  密码: 'password',
  初始密码: 'password',
  客户: 'client',
  子账号: 'account',
  'sub-account': 'account',
  生日: 'birthday',
  出生日期: 'birthday',
  性别: 'sex',
  部门: 'identifier',
  department: 'identifier',
  备注: 'remarks',
}

const Cell = z
  .string()
  .max(200)
  .nullish()
  .transform((text) => (text === undefined ? undefined : text?.trim() || null))

/**
 * One line of a users file: names instead of ids; a missing column keeps the stored value, an empty cell clears it. The
 * password is encrypted like every password in a request, and applies only to a new user.
 */
export const SeedRow = z.object({
  line: z.number().int().min(1).max(10_000_000),
  userName: Cell,
  phone: Cell,
  name: Cell,
  nickName: Cell,
  company: Cell,
  password: unlimited(SentPassword).transform((text) => text ?? ''),
  client: Cell,
  account: Cell,
  birthday: Cell,
  sex: Cell,
  identifier: Cell,
  remarks: Cell,
})
export type SeedRow = z.output<typeof SeedRow>
/** Maximum rows of one call. */
export const mostSeedRows = 5_000
/**
 * Prepare the rows for the request: each password encrypted, an empty one left empty. Never trimmed: every typed
 * character belongs to a password.
 */
export const wrapSeedRows = async <Row extends { password?: string | null | undefined }>(
  rows: readonly Row[],
  wrap: (password: string) => string | Promise<string>,
): Promise<Row[]> => {
  const wrapped: Row[] = []
  for (const row of rows) wrapped.push(row.password ? { ...row, password: await wrap(row.password) } : row)
  return wrapped
}

/** The rows of a file, or the demonstration accounts with their published password. */
export const SeedFile = z.strictObject({
  rows: z.array(SeedRow).min(1).max(mostSeedRows),
  dryRun: z.boolean().default(false),
  /** The caller's own password, required if the rows assign roles. */
  ownPassword: unlimited(SentPassword),
})
export type SeedFile = z.output<typeof SeedFile>
export const SeedRequest = z.union([
  SeedFile,
  z.strictObject({ demo: z.literal(true), dryRun: unlimited(z.boolean()), ownPassword: unlimited(SentPassword) }),
])

/** read = created + updated + unchanged if `applied`; with errors nothing was changed. */
export type SeedAnswer = ImportCounts & {
  /**
   * Number of users to whom the rows give a role, or, if they have one, a phone or company: the caller's own password
   * is required.
   */
  roles: number
  errors: { line: number; userName: string; reason: string }[]
}
