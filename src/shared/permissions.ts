/** Roles of a person. Anonymous callers and the terminal have a column of their own in the policy. */
export const roles = ['manager', 'baseManager', 'inspector', 'registrar', 'client', 'account', 'none'] as const
export type Role = (typeof roles)[number]

/** The label that the documents print, stored and sent as `nickName`. */
export const roleLabels: Record<Exclude<Role, 'none'>, string> = {
  manager: '管理层',
  baseManager: '基地负责人',
  inspector: '检验员',
  registrar: '登记人员',
  client: '客户',
  account: '子账号',
}

export const roleOfLabel = (label: string | null): Role =>
  (Object.keys(roleLabels) as Exclude<Role, 'none'>[]).find((role) => roleLabels[role] === label) ?? 'none'

export const baseKeys = [
  'user',
  'reservation',
  'reservation_plan_month',
  'reception',
  'trace',
  'company_material',
  'sale',
  'kpi',
  'kpi_detail',
  'base_screen',
] as const
export const headquartersKeys = [
  'agent',
  'reservation_plan',
  'groups',
  'materialType',
  'model',
  'material',
  'indicator',
  'indicator_out',
  'screen',
] as const
export type PermissionKey = (typeof baseKeys)[number] | (typeof headquartersKeys)[number]

/** Role → permission keys, as `trust.md` section 4 and R211. */
export const roleKeys: Record<Role, readonly PermissionKey[]> = {
  manager: [...baseKeys, ...headquartersKeys],
  baseManager: baseKeys,
  inspector: ['reservation', 'reception', 'trace'],
  registrar: ['reservation', 'reception'],
  client: [],
  account: [],
  none: [],
}

/** A client or an account: the machines are theirs, and what the staff notes of them is not for them. */
export const isOwnerRole = (role: Role): boolean => role === 'client' || role === 'account'

/** Which rows a role reaches: none, own, own account, own client, current company and its children, everything. */
export type Reach = 'open' | 'own' | 'account' | 'client' | 'company' | 'all'

/** Who may take the device list away as a file (trust.md, section 4); the policy of the server decides. */
export const mayExportDevices = (role: Role): boolean => role !== 'registrar' && role !== 'none'

/** Who says where messages go: people who keep users, and a client for his own machines; the policy of the server decides. */
export const keepsChannels = (role: Role): boolean => role === 'client' || roleKeys[role].includes('user')

/** Who may call a procedure and how far it reaches; a role that is not named is refused. */
export type Rule = {
  /** Calls of the documented API that this procedure serves. */
  calls: readonly string[]
  /** Permission key of the matrix, where it names one. */
  key?: PermissionKey
  anonymous?: 'open'
  reach: Partial<Record<Role, Reach>>
  /** Asked by the screen itself, again and again: does not keep a session alive. */
  polling?: true
  /** Open also while the caller's password is one that somebody else set. */
  firstPassword?: true
  /** What is counted, or has a number of places: asked before anything of the request is read. */
  limit?: 'export' | 'upload' | 'lookUp'
  /** Written to the audit log. */
  audit?: true
}
