import type { Word } from '#shared/i18n/index.ts'
import type { BasicFigures } from '#shared/kpi.ts'

type Figure = Exclude<keyof BasicFigures, 'companyId' | 'company'>
/** Each figure with the screen that lists what it counts; the link is shown only to people who may open the screen. */
export const figures: readonly { key: Figure; label: Word; path: string; search?: string }[] = [
  { key: 'devices', label: 'kpi.devices', path: '/machine_list/index' },
  { key: 'sites', label: 'kpi.sites', path: '/site/index' },
  { key: 'clients', label: 'kpi.clients', path: '/client/index' },
  { key: 'accounts', label: 'kpi.accounts', path: '/account/index' },
  { key: 'users', label: 'kpi.users', path: '/user/index', search: '?time=all' },
  { key: 'stations', label: 'kpi.stations', path: '/groups/index' },
  { key: 'reports', label: 'kpi.reports', path: '/report/index' },
  { key: 'certificates', label: 'kpi.certificates', path: '/report/index', search: '?state=2' },
  { key: 'traces', label: 'kpi.traces', path: '/trace/index' },
]
