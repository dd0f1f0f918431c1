import { z } from 'zod'
import { SentPassword } from './auth.ts'
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

/** What the columns may be called besides, in small letters: as the form and its template call them in either language. */
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
 * One line of a users file: names instead of ids; a missing column leaves what is stored, an empty cell clears it.
 * The password is wrapped as every password on its way, and only ever the first one of a new user.
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
/** What one call takes. */
export const mostSeedRows = 5_000
/** The rows as they are sent: each password wrapped, an empty one left empty. Never trimmed: a password is what was typed. */
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
  /** The caller's own password, asked for where the rows hand out roles. */
  ownPassword: unlimited(SentPassword),
})
export type SeedFile = z.output<typeof SeedFile>
export const SeedRequest = z.union([
  SeedFile,
  z.strictObject({ demo: z.literal(true), dryRun: unlimited(z.boolean()), ownPassword: unlimited(SentPassword) }),
])

/** read = created + updated + unchanged when `applied`; with errors nothing was changed. */
export type SeedAnswer = {
  read: number
  created: number
  updated: number
  unchanged: number
  refused: number
  applied: boolean
  /** Users whom the rows give a role, or a phone or company to one who has it: the caller's own password is asked for. */
  roles: number
  errors: { line: number; userName: string; reason: string }[]
}
