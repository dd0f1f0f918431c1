import { formatNumber, say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { baseListScreen } from '#client/ui/list/base-list.tsx'
import { figures } from '#client/ui/list/columns.tsx'
import { StationFilters, type StationRow, StationSave } from '#shared/stations.ts'

/** Stations, which group the people of a base: find, add, rename, delete; the number of people is a link to them. */
export const StationScreen = baseListScreen({
  name: 'stations',
  calls: trpc.stations,
  filters: StationFilters,
  form: StationSave,
  columns: [
    { key: 'name', fixed: true },
    { key: 'company' },
    { key: 'users', align: 'end', cell: (row) => <Members {...row} /> },
    { key: 'updated', cell: ({ updateTimeStr }) => figures(updateTimeStr) },
  ],
  formats: null,
  refuse: ({ users }) => (users > 0 ? say('stations.inUse', { count: formatNumber(users) }) : null),
  refreshed: (utils) => utils.kpi.invalidate(),
})

const Members = ({ id, name, users }: StationRow) =>
  users === 0 ? (
    '0'
  ) : (
    <AppLink
      href={`/user/index?id=${id}`}
      aria-label={say('stations.openUsers', { name, count: users })}
      className="text-accent underline-offset-2 hover:underline"
    >
      {formatNumber(users)}
    </AppLink>
  )
