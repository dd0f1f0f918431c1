import type { PermissionKey, Reach, Role } from '#shared/roles.ts'

/** The roles that may call a procedure, and their reach; a role that is not listed is refused. */
export type Rule = {
  /** Calls of the documented API that this procedure serves. */
  calls: readonly string[]
  /** Permission key of the matrix, where it names one. */
  key?: PermissionKey
  anonymous?: 'open'
  reach: Partial<Record<Role, Reach>>
  /** A periodic query of the screen itself: it does not keep a session alive. */
  polling?: true
  /** Also allowed while the caller's password is one that another person set. */
  firstPassword?: true
  /** A limit by count or by parallel slots, checked before the request is read. */
  limit?: 'export' | 'upload' | 'lookUp'
  /** Written to the audit log. */
  audit?: true
}

/** Groups of roles that several rules share, each with its reach. */
export const everyone: Partial<Record<Role, Reach>> = {
  none: 'own',
  registrar: 'own',
  inspector: 'own',
  baseManager: 'own',
  manager: 'own',
  client: 'own',
  account: 'own',
}
export const deviceReaders: Partial<Record<Role, Reach>> = {
  registrar: 'company',
  inspector: 'company',
  baseManager: 'company',
  manager: 'all',
  client: 'client',
  account: 'account',
}
export const deviceExporters: Partial<Record<Role, Reach>> = {
  inspector: 'company',
  baseManager: 'company',
  manager: 'all',
  client: 'client',
  account: 'account',
}
export const staff: Partial<Record<Role, Reach>> = {
  registrar: 'company',
  inspector: 'company',
  baseManager: 'company',
  manager: 'all',
}
export const baseManagers: Partial<Record<Role, Reach>> = { baseManager: 'company', manager: 'all' }
/** A client's own users choose where messages about their machines are sent. */
export const channelKeepers: Partial<Record<Role, Reach>> = { ...baseManagers, client: 'client' }
/** Only the user who started a feed follows it, so no device is checked. */
export const feedStarters: Partial<Record<Role, Reach>> = { baseManager: 'own', manager: 'own' }
export const reviewers: Partial<Record<Role, Reach>> = { inspector: 'company', baseManager: 'company', manager: 'all' }
export const authors: Partial<Record<Role, Reach>> = { inspector: 'own', baseManager: 'own', manager: 'own' }
export const goodsReaders: Partial<Record<Role, Reach>> = {
  registrar: 'open',
  inspector: 'open',
  baseManager: 'open',
  manager: 'open',
}
export const managers: Partial<Record<Role, Reach>> = { manager: 'all' }
