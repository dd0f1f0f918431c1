import {
  Building2,
  ChartColumn,
  Fan,
  Gauge,
  GitFork,
  HardDrive,
  History,
  LayoutDashboard,
  type LucideIcon,
  MapPin,
  MonitorPlay,
  ScrollText,
  Snowflake,
  SquareDashed,
  TriangleAlert,
  Users,
  Wallet,
  Wrench,
} from 'lucide-react'

/** Icons by the name that a server route carries. */
const icons: Record<string, LucideIcon> = {
  'layout-dashboard': LayoutDashboard,
  'hard-drive': HardDrive,
  'git-fork': GitFork,
  history: History,
  'building-2': Building2,
  'chart-column': ChartColumn,
  'map-pin': MapPin,
  wrench: Wrench,
  'triangle-alert': TriangleAlert,
  users: Users,
  'scroll-text': ScrollText,
  snowflake: Snowflake,
  fan: Fan,
  gauge: Gauge,
  'monitor-play': MonitorPlay,
  wallet: Wallet,
}

export const iconOf = (name: string): LucideIcon => icons[name] ?? SquareDashed
