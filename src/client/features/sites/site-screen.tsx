import { keepPreviousData } from '@tanstack/react-query'
import { useCallback } from 'react'
import { AsOfBesideTabs } from '#client/features/devices/as-of-line.tsx'
import { BinButton } from '#client/features/places/bin-button.tsx'
import { NoPlaces } from '#client/features/places/no-places.tsx'
import { PlaceExport } from '#client/features/places/place-export.tsx'
import { usePlaceColumns } from '#client/features/places/use-place-columns.tsx'
import { useProvinceName } from '#client/features/places/use-province-name.ts'
import { language, say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay, useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import type { ChangeView, ListView } from '#client/ui/list/address-view.ts'
import { declareOwnTable, type ListToolProps } from '#client/ui/list/declare-list.ts'
import { chipOf } from '#client/ui/list/filter-chips.tsx'
import { FilterFrame } from '#client/ui/list/filter-frame.tsx'
import { ListScreen } from '#client/ui/list/list-screen.tsx'
import type { ExportFormat } from '#shared/devices.ts'
import { SiteFilters, type SiteRow, siteColumns } from '#shared/places.ts'
import { SiteCharts } from './site-charts.tsx'
import { useDeleteSite } from './use-delete-site.ts'

const SiteDialog = lazyPart(async () => (await import('./site-dialog.tsx')).SiteDialog)
const SiteBinDialog = lazyPart(async () => (await import('./site-bin-dialog.tsx')).SiteBinDialog)

const doNothing = () => {}
const siteHref = (id: number): string => `/site_detail/index?id=${id}`
type View = ListView<typeof SiteFilters>

const sites = declareOwnTable({
  name: 'sites',
  words: 'places',
  heading: 'route.site',
  caption: 'places.sites',
  addLabel: 'places.addSite',
  filters: SiteFilters,
  useRows: (request) => trpc.sites.find.useQuery(request, { placeholderData: keepPreviousData }),
  useTable: (open) => useSiteTable(open),
  Beside: AsOfBesideTabs,
  Lead: ChartsOfSites,
  Filters: SiteBar,
  Empty: ({ isFiltered }) => <NoPlaces kind="sites" isFiltered={isFiltered} />,
  href: ({ id }) => siteHref(id),
  Form: ({ row, onClose }) =>
    row ? <EditSite id={row.id} onClose={onClose} /> : <SiteDialog site={null} onClose={onClose} />,
  useMayAdd: () => useMay('agent'),
  Tools: SiteTools,
})

/** The site dashboard: devices by site, three rankings by province, and the table of sites. */
export const SiteScreen = () => <ListScreen list={sites} />

function ChartsOfSites({ change }: { change: ChangeView<View> }) {
  return <SiteCharts onProvince={useCallback((province: string) => change({ province, page: 1 }), [change])} />
}

const placeTable = {
  nameTitle: () => say('places.siteName'),
  hrefOf: siteHref,
  filterOf: (row: SiteRow) => ({ siteId: row.id }),
}

function useSiteTable(open: (row: SiteRow) => void) {
  const { ask: remove, dialog } = useDeleteSite(doNothing)
  const columns = usePlaceColumns<SiteRow>(placeTable, { open, remove })
  return { columns, dialogs: dialog }
}

/** Export the list, and open the bin of deleted sites. */
function SiteTools({ view, total, hidden, columns }: ListToolProps) {
  const { companyId } = useSession()
  const mayExport = useMay('base_screen')
  const mayAdd = useMay('agent')
  const query = (shown: readonly string[], format: ExportFormat) => {
    const { page: _page, size: _size, ...filters } = view
    const given = Object.entries({ ...filters, columns: shown.join(','), format, language }).filter(
      ([, value]) => value,
    )
    return new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  }
  return (
    <>
      {mayExport && (
        <PlaceExport
          total={total}
          columns={columns}
          names={siteColumns}
          hidden={hidden}
          call={(shown, format) => ({
            method: 'GET',
            path: `/api/company/export/${companyId}?${query(shown, format)}`,
            fallbackName: `${say('places.siteFile')}.${format}`,
          })}
        />
      )}
      {mayAdd && <BinButton Dialog={SiteBinDialog} />}
    </>
  )
}

function SiteBar({ view, change, busy }: { view: View; change: ChangeView<View>; busy: boolean }) {
  const provinceName = useProvinceName()
  return (
    <FilterFrame
      search={{
        label: say('places.searchSite'),
        applied: view.name,
        onSearch: (name, way) => change({ name, page: 1 }, way),
      }}
      chips={chipOf(
        'province',
        say('places.province'),
        view.province ? (provinceName(view.province) ?? view.province) : undefined,
        () => change({ province: undefined, page: 1 }),
      )}
      busy={busy}
      onClean={() => change({ name: undefined, province: undefined, page: 1 })}
    />
  )
}

/** Load the whole site first, because the table does not have all fields of the form. */
function EditSite({ id, onClose }: { id: number; onClose: () => void }) {
  const place = trpc.sites.get.useQuery({ id })
  return place.data ? <SiteDialog site={place.data} onClose={onClose} /> : null
}
