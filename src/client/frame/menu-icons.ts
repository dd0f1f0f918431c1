import {
  Boxes,
  Building2,
  CalendarCheck,
  Gauge,
  HardDrive,
  House,
  type LucideIcon,
  Monitor,
  Presentation,
  ScrollText,
  Snowflake,
  Users,
  Wrench,
} from 'lucide-react'
import type { EntryIcon } from '#shared/menu.ts'

/** The icons of the sidebar; `icons.ts` has those of all screens. */
export const menuIcons: Record<EntryIcon, LucideIcon> = {
  house: House,
  'hard-drive': HardDrive,
  'building-2': Building2,
  wrench: Wrench,
  boxes: Boxes,
  'calendar-check': CalendarCheck,
  presentation: Presentation,
  snowflake: Snowflake,
  gauge: Gauge,
  monitor: Monitor,
  users: Users,
  'scroll-text': ScrollText,
}
