import { useMemo } from 'react'
import { DatedHeading } from '#client/features/devices/as-of-line.tsx'
import { useWord } from '#client/i18n.ts'
import { useMay, useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { listAddress, useAddressView } from '#client/ui/list/address-view.ts'
import { ListCard } from '#client/ui/list/list-card.tsx'
import { listQuery, withoutForeign } from '#client/ui/list/list-query.ts'
import { closeRow, openingRow } from '#client/ui/list/opened-row.ts'
import { EmptyState } from '#client/ui/status.tsx'
import { AlertFilters as AddressFilters, type AlertRow } from '#shared/alerts.ts'
import { isOwnerRole, roleOfLabel } from '#shared/roles.ts'
import { alertColumns } from './alert-columns.tsx'
import { AlertDrawer } from './alert-drawer.tsx'
import { AlertFilters } from './alert-filters.tsx'

const address = listAddress(AddressFilters)
const refreshMs = 60_000

/** Why there are no events. */
function NoAlerts({ foreign, filtered }: { foreign: boolean; filtered: boolean }) {
  const say = useWord()
  if (foreign) return <EmptyState title={say('fleet.foreignFilter')} />
  if (filtered) return <EmptyState title={say('alerts.noMatch')} />
  return <EmptyState title={say('alerts.none')} help={say('alerts.noneHelp')} />
}

/** The events, newest first: open ones, and on request those that are over. A drawer shows one of them. */
export function AlertScreen() {
  const say = useWord()
  const { timeZone, nickName } = useSession()
  const role = roleOfLabel(nickName)
  const maySetRules = useMay('base_screen')
  const { view, change } = useAddressView(address)
  const { status, kind, severity, siteId, clientId, from, to, page, size } = view
  const open = status === undefined ? true : status === 'over' ? false : undefined
  const request = { kind, severity, siteId, clientId, open, startDate: from, endDate: to, page, size }
  const query = trpc.alerts.find.useQuery(request, { ...listQuery, refetchInterval: refreshMs })
  const { list, foreign } = withoutForeign<AlertRow>(query)
  const now = query.dataUpdatedAt || Date.now()
  const columns = useMemo(
    () => alertColumns({ timeZone, now, onOpen: (alert) => change({ alert }, openingRow('alert')) }),
    [timeZone, now, change],
  )
  const isFiltered = [kind, severity, siteId, clientId, from].some((filter) => filter !== undefined)
  return (
    <div className="grid grid-cols-1 gap-4">
      <DatedHeading title={say('route.alerts')} />
      <ListCard<AlertRow>
        caption={say('alerts.list')}
        headed
        name="alerts"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        view={{ page, size }}
        change={({ page: nextPage, size: nextSize }, way) =>
          change({ page: nextPage ?? page, size: nextSize ?? size }, way)
        }
        onOpen={({ id }) => change({ alert: id }, openingRow('alert'))}
        current={view.alert}
        actions={
          maySetRules && (
            <AppLink href="/alert_rules/index" className="text-accent underline-offset-2 hover:underline">
              {say('alerts.rule')}
            </AppLink>
          )
        }
        filters={
          <AlertFilters
            view={view}
            withClients={!isOwnerRole(role)}
            busy={query.isFetching}
            onChange={(patch) => change({ ...patch, page: 1 })}
            onRefetch={() => void query.refetch()}
          />
        }
        empty={<NoAlerts foreign={foreign} filtered={isFiltered} />}
      />
      <AlertDrawer
        id={view.alert}
        onClose={() => closeRow((way) => change({ alert: undefined }, way))}
        onOpen={(alert) => change({ alert }, openingRow('alert'))}
      />
    </div>
  )
}
