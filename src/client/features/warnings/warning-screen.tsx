import { keepPreviousData } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { deviceDetailHref } from '#client/features/device-detail/device-address.ts'
import { AsOfLine } from '#client/features/devices/as-of-line.tsx'
import { useDeviceView } from '#client/features/devices/use-device-view.ts'
import { useHashRules } from '#client/features/devices/use-hash-rules.ts'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { CountCard } from '#client/ui/card.tsx'
import { ListCard } from '#client/ui/list/list-card.tsx'
import { withoutForeign } from '#client/ui/list/list-query.ts'
import { useTableSettings } from '#client/ui/list/table-settings.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { warningStates } from '#shared/device-detail.ts'
import { mayExportDevices, roleOfLabel } from '#shared/permissions.ts'
import { warningColumns } from './warning-columns.tsx'
import { WarningExport } from './warning-export.tsx'
import { WarningFilters } from './warning-filters.tsx'

/** Devices that somebody has to look into, the longest in trouble first: what is wrong, since when, where, whose. */
export function WarningScreen() {
  const say = useWord()
  const { timeZone, nickName } = useSession()
  const mayExport = mayExportDevices(roleOfLabel(nickName))
  const [, navigate] = useLocation()
  const { view, change, hrefOf } = useDeviceView(warningStates)
  const { clientId, accountId, siteId, type, serial } = view.filters
  const state = warningStates.find((one) => one === view.filters.state) ?? 'warn'
  const request = { clientId, accountId, siteId, type, serial, state, page: view.page, size: view.size }
  const warnings = trpc.devices.warnings.useQuery(request, { placeholderData: keepPreviousData })
  const settings = useTableSettings('warnings')
  const { list, foreign } = withoutForeign(warnings)
  const columns = warningColumns(timeZone, Date.now(), useHashRules().targets)
  const name = say(`device.state.${state}`)
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-lg font-semibold">{say('route.warning')}</h1>
        <AsOfLine />
      </header>
      <nav aria-label={say('warning.states')} className="grid grid-cols-3 gap-3 sm:max-w-xl">
        {warningStates.map((one) => (
          <CountCard
            key={one}
            label={say(`device.state.${one}`)}
            state={one}
            value={warnings.error ? null : warnings.data?.counts[one]}
            href={hrefOf({ filters: { ...view.filters, state: one }, page: 1 })}
            current={one === state}
          />
        ))}
      </nav>
      <WarningFilters
        applied={view.filters}
        busy={warnings.isFetching}
        onSearch={(filters) => {
          change({ filters, page: 1 })
          void warnings.refetch()
        }}
      />
      <ListCard
        caption={`${say('route.warning')}: ${name}`}
        title={name}
        name="warnings"
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        view={{ page: view.page, size: view.size }}
        change={change}
        onOpen={(row) => navigate(deviceDetailHref(row.id))}
        settings={settings}
        actions={
          mayExport && (
            <WarningExport
              filters={{ clientId, accountId, siteId, type, serial, state }}
              hidden={settings.hidden}
              total={foreign ? 0 : warnings.data?.totalCount}
            />
          )
        }
        empty={<EmptyState title={foreign ? say('fleet.foreignFilter') : say('warning.none', { state: name })} help={say('warning.noneHelp')} />}
      />
    </div>
  )
}
