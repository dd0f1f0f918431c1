import { keepPreviousData } from '@tanstack/react-query'
import { type ComponentProps, useMemo } from 'react'
import { DatedHeading } from '#client/features/devices/as-of-line.tsx'
import { DevicePanel } from '#client/features/devices/device-drawer.tsx'
import { DeviceLine } from '#client/features/devices/device-line.tsx'
import { useHashRules } from '#client/features/devices/use-machine-types.ts'
import { useSelected } from '#client/features/devices/use-selected.ts'
import { labelled, say, useWord } from '#client/i18n.ts'
import { useMay, useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { CountCard } from '#client/ui/card.tsx'
import { type ListView, listAddress, useAddressView } from '#client/ui/list/address-view.ts'
import { withoutForeign } from '#client/ui/list/list-query.ts'
import { OpeningList } from '#client/ui/list/opening-list.tsx'
import type { Sort } from '#client/ui/list/table.tsx'
import { useTableSettings } from '#client/ui/list/table-settings.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import {
  WarningFilters as AddressFilters,
  type WarningRow,
  warningSortColumns,
  warningStates,
} from '#shared/device-detail.ts'
import { mayExportDevices, roleOfLabel } from '#shared/roles.ts'
import { warningColumns } from './warning-columns.tsx'
import { WarningExport } from './warning-export.tsx'
import { WarningFilters } from './warning-filters.tsx'
import { useWarningSelection } from './warning-selection.tsx'

const address = listAddress(AddressFilters)

/**
 * Hidden at first, so that the columns needed for the work fit beside each other; the page of the machine shows these
 * facts.
 */
const hiddenAtFirst = ['lastReportAt', 'account', 'type', 'repairTimes']

/** The details of a warning: the columns of the staff, and below them the facts of the machine. */
const details = {
  title: ({ serial }: WarningRow) => say('fleet.detailOf', { serial }),
  without: ['serial', 'state', 'type', 'site', 'client', 'account', 'hashRate', 'lastReportAt', 'repairTimes'],
  Head: ({ row }: { row: WarningRow }) => <DeviceLine device={row} />,
  More: ({ row }: { row: WarningRow }) => <DevicePanel id={row.id} headed />,
}

type View = ListView<typeof AddressFilters>

/** The filters of the view without its state, order and page; the same object until one of them changes. */
const useWarningFilters = (view: View) =>
  useMemo(() => {
    const { clientId, accountId, siteId, type, serial, serialList, acknowledged, assigneeId } = view
    return { clientId, accountId, siteId, type, serial, serialList, acknowledged, assigneeId }
  }, [view])

/** Return the order of the view for a clicked column; undefined = the usual order. */
function orderOf(sort: Sort | null): Pick<View, 'orderColumn' | 'orderWay'> {
  const orderColumn = warningSortColumns.find((one) => one === sort?.column)
  return { orderColumn, orderWay: orderColumn && sort?.way }
}

/** The warnings of a view, their columns, and the actions on the selected ones; `withCare` = for the staff. */
function useWarnings(view: View, withCare: boolean) {
  const { timeZone } = useSession()
  const filters = useWarningFilters(view)
  const { state, page, size, orderColumn, orderWay } = view
  const warnings = trpc.devices.warnings.useQuery(
    { ...filters, state, page, size, orderColumn, orderWay },
    { placeholderData: keepPreviousData },
  )
  const { list, foreign } = withoutForeign<WarningRow>(warnings)
  const rows = list.data?.data ?? []
  const selected = useSelected(useMemo(() => ({ ...filters, state }), [filters, state]))
  const { selection, dialog, acknowledge } = useWarningSelection({
    selected,
    rows,
    total: list.isPlaceholderData ? undefined : list.data?.totalCount,
    allNew: filters.acknowledged === false,
  })
  const targets = useHashRules().targets
  const columns = warningColumns({ timeZone, now: Date.now(), targets, withCare, onAcknowledge: acknowledge })
  return { filters, warnings, list, foreign, columns, selection, dialog }
}

/** Devices that need attention, the longest in trouble first: state, duration, place, owner and assignee. */
export function WarningScreen() {
  const say = useWord()
  const mayAttend = useMay('trace')
  const { view, change, hrefOf } = useAddressView(address)
  const { state, page, size, orderColumn, orderWay } = view
  const { filters, warnings, list, foreign, columns, selection, dialog } = useWarnings(view, mayAttend)
  const settings = useTableSettings('warnings', hiddenAtFirst)
  const name = say(`device.state.${state}`)
  return (
    <div className="grid grid-cols-1 gap-4">
      <DatedHeading title={say('route.warning')} />
      <StateCards
        state={state}
        counts={warnings.error ? null : warnings.data?.counts}
        hrefOf={(one) => hrefOf({ state: one, page: 1 })}
      />
      <OpeningList<WarningRow>
        caption={labelled(say('route.warning'), name)}
        title={name}
        name="warnings"
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        view={{ page, size }}
        change={(next, way) => change({ page: next.page ?? page, size: next.size ?? size }, way)}
        sort={{ column: orderColumn ?? 'stateSince', way: orderWay ?? 'asc' }}
        onSort={(sort) => change({ ...orderOf(sort), page: 1 })}
        details={details}
        settings={settings}
        actions={
          <ExportOfRole
            filters={{ ...filters, state }}
            withCare={mayAttend}
            hidden={settings.hidden}
            total={foreign ? 0 : warnings.data?.totalCount}
          />
        }
        filters={
          <WarningFilters
            applied={filters}
            busy={warnings.isFetching}
            withCare={mayAttend}
            onSearch={(next, way) => {
              change({ ...filters, ...next, page: 1 }, way)
              void warnings.refetch()
            }}
          />
        }
        selection={mayAttend ? selection : undefined}
        empty={<NoWarnings state={state} foreign={foreign} />}
      />
      {dialog}
    </div>
  )
}

type State = (typeof warningStates)[number]
type CardProps = {
  /** The state of the list. */
  state: State
  /** null = they could not be read. */
  counts: Record<State, number> | null | undefined
  hrefOf: (state: State) => string
}

/** The number of machines in each state; each card opens its list. */
function StateCards({ state, counts, hrefOf }: CardProps) {
  const say = useWord()
  return (
    <nav aria-label={say('warning.states')} className="grid grid-cols-3 gap-3 sm:max-w-xl">
      {warningStates.map((one) => (
        <CountCard
          key={one}
          label={say(`device.state.${one}`)}
          state={one}
          value={counts === null ? null : counts?.[one]}
          href={hrefOf(one)}
          current={one === state}
        />
      ))}
    </nav>
  )
}

/** The file of the list, for the roles that may take it. */
const ExportOfRole = (props: ComponentProps<typeof WarningExport>) =>
  mayExportDevices(roleOfLabel(useSession().nickName)) && <WarningExport {...props} />

/** The empty list; `foreign` = a filter names a client or site that the user does not see. */
function NoWarnings({ state, foreign }: { state: State; foreign: boolean }) {
  const say = useWord()
  const name = say(`device.state.${state}`)
  return (
    <EmptyState
      title={foreign ? say('fleet.foreignFilter') : say('warning.none', { state: name })}
      help={say('warning.noneHelp')}
    />
  )
}
