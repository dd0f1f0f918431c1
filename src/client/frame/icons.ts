import {
  ArrowLeftRight,
  BellRing,
  CalendarClock,
  CalendarDays,
  CalendarRange,
  ChartColumn,
  CircleUser,
  ClipboardCheck,
  ClipboardList,
  CloudDownload,
  Contact,
  Fan,
  GitFork,
  HeartPulse,
  History,
  LayoutDashboard,
  type LucideIcon,
  MailCheck,
  MapPin,
  MonitorPlay,
  Package,
  Send,
  Siren,
  SquareDashed,
  Tag,
  TriangleAlert,
  Truck,
  UsersRound,
  Wallet,
} from 'lucide-react'
import type { MenuIcon } from '#shared/screens.ts'
import { menuIcons } from './menu-icons.ts'

/**
 * Icons by the name in a server route, for the palette; an icon that the menu names and that is missing here does not
 * compile.
 */
const icons: Record<MenuIcon, LucideIcon> = {
  ...menuIcons,
  'layout-dashboard': LayoutDashboard,
  'git-fork': GitFork,
  history: History,
  'chart-column': ChartColumn,
  'map-pin': MapPin,
  'triangle-alert': TriangleAlert,
  siren: Siren,
  'bell-ring': BellRing,
  'circle-user': CircleUser,
  send: Send,
  'mail-check': MailCheck,
  'calendar-clock': CalendarClock,
  'cloud-download': CloudDownload,
  fan: Fan,
  'monitor-play': MonitorPlay,
  'heart-pulse': HeartPulse,
  'users-round': UsersRound,
  wallet: Wallet,
  'calendar-days': CalendarDays,
  'calendar-range': CalendarRange,
  'clipboard-check': ClipboardCheck,
  truck: Truck,
  'clipboard-list': ClipboardList,
  contact: Contact,
  'arrow-left-right': ArrowLeftRight,
  package: Package,
  tag: Tag,
}

const isKnown = (name: string): name is MenuIcon => Object.hasOwn(icons, name)

/** A server that is newer than the page may name an unknown icon. */
export const iconOf = (name: string): LucideIcon => (isKnown(name) ? icons[name] : SquareDashed)
