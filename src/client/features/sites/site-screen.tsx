import { keepPreviousData } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { AsOfLine } from '#client/features/devices/as-of-line.tsx'
import { countColumns } from '#client/features/places/count-columns.tsx'
import { ExportButton } from '#client/features/places/export-button.tsx'
import { useListView } from '#client/features/places/list-view.ts'
import { PlaceSearch } from '#client/features/places/place-search.tsx'
import { PlaceTable } from '#client/features/places/place-table.tsx'
import { useWord } from '#client/i18n.ts'
import { useMay, useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/ui/table.tsx'
import { type SiteRow, siteSortColumns } from '#shared/places.ts'
import { SiteCharts } from './site-charts.tsx'
import { SiteDialog } from './site-dialog.tsx'

const siteHref = (id: number): string => `/site_detail/index?id=${id}`

/** The site dashboard: where the devices are, three rankings by province, and the table of sites. */
export function SiteScreen() {
  const say = useWord()
  const [, navigate] = useLocation()
  const { companyId } = useSession()
  const mayExport = useMay('base_screen')
  const mayAdd = useMay('agent')
  const [adding, setAdding] = useState(false)
  const { view, change } = useListView(siteSortColumns)
  const list = trpc.sites.find.useQuery(view, { placeholderData: keepPreviousData })
  const showProvince = useCallback((province: string) => change({ province, page: 1 }), [change])
  const columns = useMemo(
    (): Column<SiteRow>[] => [
      {
        key: 'name',
        title: say('places.siteName'),
        sortable: true,
        fixed: true,
        sticky: 'start',
        cell: (row) => (
          <AppLink href={siteHref(row.id)} className="text-accent underline-offset-2 hover:underline">
            {row.name}
          </AppLink>
        ),
      },
      { key: 'province', title: say('places.province'), sortable: true, cell: (row) => row.province ?? '-' },
      ...countColumns<SiteRow>((row) => ({ siteId: row.id })),
      {
        key: 'actions',
        title: say('device.column.actions'),
        fixed: true,
        sticky: 'end',
        cell: (row) => (
          <Button
            variant="quiet"
            size="sm"
            className="-ml-2 text-accent!"
            aria-label={`${say('fleet.detail')} ${row.name}`}
            onClick={() => navigate(siteHref(row.id))}
          >
            {say('fleet.detail')}
          </Button>
        ),
      },
    ],
    [say, navigate],
  )
  const query = new URLSearchParams(Object.entries({ ...view, page: '', size: '' }).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])))
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-lg font-semibold">{say('route.site')}</h1>
        <AsOfLine />
      </header>
      <SiteCharts onProvince={showProvince} />
      <PlaceTable<SiteRow, (typeof siteSortColumns)[number]>
        title={say('places.sites')}
        name="sites"
        list={list}
        columns={columns}
        sortColumns={siteSortColumns}
        view={view}
        change={change}
        onOpen={(row) => navigate(siteHref(row.id))}
        actions={
          <>
            {mayExport && (
              <ExportButton
                call={{ method: 'GET', path: `/api/company/export/${companyId}?${query}`, fallbackName: `${say('places.siteFile')}.csv` }}
                disabled={!list.data?.totalCount}
              />
            )}
            {mayAdd && (
              <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
                {say('places.addSite')}
              </Button>
            )}
          </>
        }
        search={
          <PlaceSearch
            label={say('places.searchSite')}
            applied={view.name}
            onSearch={(name) => change({ name, page: 1, ...(name ? {} : { province: undefined }) })}
          >
            {view.province && (
              <Button
                icon={<X aria-hidden className="size-3.5" />}
                title={say('places.clearProvince')}
                onClick={() => change({ province: undefined, page: 1 })}
              >
                {say('places.inProvince', { province: view.province })}
              </Button>
            )}
          </PlaceSearch>
        }
      />
      {adding && <SiteDialog site={null} onClose={() => setAdding(false)} />}
    </div>
  )
}
