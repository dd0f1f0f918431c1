/** Roles of a user. The terminal works as a manager; rules name anonymous callers by a field of their own. */
export const roles = ['manager', 'baseManager', 'inspector', 'registrar', 'client', 'account', 'none'] as const
export type Role = (typeof roles)[number]

/** The label in the documents, stored and sent as `nickName`. */
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

/** Role → permission keys, as in `trust.md` section 4 and R211. */
export const roleKeys: Record<Role, readonly PermissionKey[]> = {
  manager: [...baseKeys, ...headquartersKeys],
  baseManager: baseKeys,
  inspector: ['reservation', 'reception', 'trace'],
  registrar: ['reservation', 'reception'],
  client: [],
  account: [],
  none: [],
}

/** Is it a client or an account? They own machines, and the staff's notes are hidden from them. */
export const isOwnerRole = (role: Role): boolean => role === 'client' || role === 'account'

/** The rows that a role reaches: none, own, own account, own client, current company and its children, everything. */
export type Reach = 'open' | 'own' | 'account' | 'client' | 'company' | 'all'

/** May the role export the device list as a file (trust.md, section 4)? The permissions of the server decide. */
export const mayExportDevices = (role: Role): boolean => role !== 'registrar' && role !== 'none'

/**
 * May the role manage channels? Roles that manage users, and a client for its own machines; the permissions of the
 * server decide.
 */
export const keepsChannels = (role: Role): boolean => role === 'client' || roleKeys[role].includes('user')
