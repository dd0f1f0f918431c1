import type { Reach, Role } from '#shared/permissions.ts'

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
