import { keepPreviousData } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { AsOfLine } from '#client/features/devices/as-of-line.tsx'
import { countColumns } from '#client/features/places/count-columns.tsx'
import { NoPlaces } from '#client/features/places/no-places.tsx'
import { actionColumn, nameColumn } from '#client/features/places/place-columns.tsx'
import { PlaceExport } from '#client/features/places/place-export.tsx'
import { useProvinceName } from '#client/features/places/use-province-name.ts'
import { language, useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay, useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { listAddress, useAddressView } from '#client/ui/list/address-view.ts'
import { chipOf } from '#client/ui/list/filter-chips.tsx'
import { FilterFrame } from '#client/ui/list/filter-frame.tsx'
import { ListCard } from '#client/ui/list/list-card.tsx'
import type { Column } from '#client/ui/list/table.tsx'
import { useTableSettings } from '#client/ui/list/table-settings.tsx'
import type { ExportFormat } from '#shared/devices.ts'
import { SiteFilters, type SiteRow, siteColumns } from '#shared/places.ts'
import { SiteCharts } from './site-charts.tsx'
import { useDeleteSite } from './use-delete-site.ts'

const SiteDialog = lazyPart(async () => (await import('./site-dialog.tsx')).SiteDialog)
const BinDialog = lazyPart(async () => (await import('./bin-dialog.tsx')).BinDialog)

const address = listAddress(SiteFilters)
const doNothing = () => {}
const siteHref = (id: number): string => `/site_detail/index?id=${id}`

/** The site dashboard: where the devices are, three rankings by province, and the table of sites. */
export function SiteScreen() {
  const say = useWord()
  const provinceName = useProvinceName()
  const [, navigate] = useLocation()
  const { companyId } = useSession()
  const mayExport = useMay('base_screen')
  const mayAdd = useMay('agent')
  const [adding, setAdding] = useState(false)
  const [isBinOpen, setBinOpen] = useState(false)
  const [editing, setEditing] = useState<number | null>(null)
  const { ask: remove, dialog: deleting } = useDeleteSite(doNothing)
  const { view, change } = useAddressView(address)
  const list = trpc.sites.find.useQuery(view, { placeholderData: keepPreviousData })
  const showProvince = useCallback((province: string) => change({ province, page: 1 }), [change])
  const settings = useTableSettings('sites')
  const columns = useMemo(
    (): Column<SiteRow>[] => [
      nameColumn<SiteRow>(say('places.siteName'), siteHref),
      {
        key: 'province',
        title: say('places.province'),
        sortable: true,
        cell: (row) => provinceName(row.province) ?? '-',
      },
      ...countColumns<SiteRow>((row) => ({ siteId: row.id })),
      actionColumn<SiteRow>([
        { label: say('fleet.detail'), act: ({ id }) => navigate(siteHref(id)) },
        ...(mayAdd
          ? [
              { label: say('places.edit'), act: ({ id }: SiteRow) => setEditing(id) },
              { label: say('places.delete'), act: remove, danger: true as const },
            ]
          : []),
      ]),
    ],
    [say, navigate, mayAdd, remove, provinceName],
  )
  const query = (shown: readonly string[], format: ExportFormat) => {
    const { page: _page, size: _size, ...filters } = view
    const given = Object.entries({ ...filters, columns: shown.join(','), format, language }).filter(
      ([, value]) => value,
    )
    return new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-lg font-semibold">{say('route.site')}</h1>
        <AsOfLine />
      </header>
      <SiteCharts onProvince={showProvince} />
      <ListCard<SiteRow>
        caption={say('places.sites')}
        name="sites"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        view={view}
        change={change}
        onOpen={(row) => navigate(siteHref(row.id))}
        settings={settings}
        empty={<NoPlaces kind="sites" isFiltered={Boolean(view.name || view.province)} />}
        actions={
          <>
            {mayExport && (
              <PlaceExport
                total={list.data?.totalCount}
                columns={columns}
                names={siteColumns}
                hidden={settings.hidden}
                call={(shown, format) => ({
                  method: 'GET',
                  path: `/api/company/export/${companyId}?${query(shown, format)}`,
                  fallbackName: `${say('places.siteFile')}.${format}`,
                })}
              />
            )}
            {mayAdd && (
              <Button variant="quiet" icon={<Trash2 aria-hidden className="size-4" />} onClick={() => setBinOpen(true)}>
                {say('places.bin')}
              </Button>
            )}
            {mayAdd && (
              <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
                {say('places.addSite')}
              </Button>
            )}
          </>
        }
        filters={
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
            busy={list.isFetching}
            onClean={() => change({ name: undefined, province: undefined, page: 1 })}
          />
        }
      />
      {adding && <SiteDialog site={null} onClose={() => setAdding(false)} />}
      {editing !== null && <EditSite id={editing} onClose={() => setEditing(null)} />}
      {deleting}
      {isBinOpen && <BinDialog onClose={() => setBinOpen(false)} />}
    </div>
  )
}

/** The table has not all that the form shows. */
function EditSite({ id, onClose }: { id: number; onClose: () => void }) {
  const place = trpc.sites.get.useQuery({ id })
  return place.data ? <SiteDialog site={place.data} onClose={onClose} /> : null
}
