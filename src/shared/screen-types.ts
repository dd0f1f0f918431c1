import type { Word } from './i18n/index.ts'
import type { PermissionKey } from './roles.ts'

/** The documented sections of the menu (R133), three of the later document and the start page, in order. */
export type MenuSection =
  | 'today'
  | 'layout'
  | 'agent'
  | 'by_agent'
  | 'sale'
  | 'user'
  | 'reservation'
  | 'trace'
  | 'classes'
  | 'materialType'
  | 'base_screen'
  | 'screen'
  | 'indicator_out'

/**
 * The users of a screen: the holders of a permission key, everyone who may see devices, those who manage channels, or
 * everyone.
 */
export type Audience = PermissionKey | 'devices' | 'channels' | 'everyone'

export type Screen = {
  path: string
  component: string
  redirect?: string
  /** Its name in the route list, if that differs from the component. */
  name?: string
  title: Word
  /** Name of a Lucide icon. */
  icon: string
  section: MenuSection
  permission: Audience
  /** A screen that is opened from another one, not from the sidebar. */
  hidden?: true
}
