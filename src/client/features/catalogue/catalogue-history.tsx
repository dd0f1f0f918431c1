import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { figures } from '#client/ui/list/columns.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { ShortTable } from '#client/ui/list/paged-table.tsx'
import type { Column } from '#client/ui/list/table.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, QueryError } from '#client/ui/status.tsx'
import { type CatalogueAnswer, type CatalogueVersionRow, compareCatalogues } from '#shared/catalogue.ts'
import { CatalogueDifferences } from './catalogue-differences.tsx'
import { shownSource } from './source-name.ts'

const pageSize = 10
/** A version never changes, so it is fetched once. */
const staleTime = Number.POSITIVE_INFINITY

export type HistoryView = { page: number; version: number | undefined }
type Props = HistoryView & {
  change: (patch: Partial<HistoryView>) => void
  onRestore: (version: CatalogueAnswer) => void
}

/** All versions with user and time; one of them compared with the one before. */
export function CatalogueHistory({ page, version, change, onRestore }: Props) {
  const say = useWord()
  const versions = trpc.catalogue.versions.useQuery({ page, size: pageSize }, listQuery)
  const columns: Column<CatalogueVersionRow>[] = [
    {
      key: 'version',
      title: say('catalogue.version', { version: '' }).trim(),
      fixed: true,
      cell: (row) => (
        <Button
          variant="quiet"
          size="sm"
          aria-label={say('catalogue.history.open', { version: row.version })}
          aria-pressed={String(version) === row.version}
          className="text-accent!"
          onClick={() => change({ version: Number(row.version) })}
        >
          {row.version}
        </Button>
      ),
    },
    {
      key: 'time',
      title: say('catalogue.history.time'),
      cell: (row) => figures(row.createTimeStr),
    },
    { key: 'who', title: say('catalogue.history.who'), cell: (row) => row.savedBy ?? say('catalogue.shipped') },
    { key: 'models', title: say('catalogue.history.models'), align: 'end', cell: (row) => formatNumber(row.models) },
    {
      key: 'source',
      title: say('catalogue.source'),
      minWidth: '16rem',
      cell: (row) => <span title={shownSource(row.source)}>{shownSource(row.source)}</span>,
    },
  ]
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card title={say('catalogue.tab.history')} padded={false}>
        <ShortTable<CatalogueVersionRow>
          caption={say('catalogue.tab.history')}
          columns={columns}
          list={versions}
          rowKey={(row) => row.version}
          view={{ page, size: pageSize }}
          onPage={(next) => change({ page: next })}
          expected={Math.min(pageSize, versions.data?.totalCount ?? pageSize)}
          onOpen={(row) => change({ version: Number(row.version) })}
          empty={<EmptyState title={say('catalogue.history.none')} />}
        />
      </Card>
      {version !== undefined && <OneVersion key={version} version={version} onRestore={onRestore} />}
    </div>
  )
}

function OneVersion({ version, onRestore }: { version: number; onRestore: Props['onRestore'] }) {
  const say = useWord()
  const one = trpc.catalogue.get.useQuery({ version }, { staleTime, meta: { silent: true } })
  const before = trpc.catalogue.get.useQuery(
    { version: version - 1 },
    { staleTime, enabled: version > 1, meta: { silent: true } },
  )
  const failed = [one, before].find((query) => query.error)
  if (failed?.error) return <QueryError query={failed} />
  const found = one.data
  return (
    <Card
      title={say('catalogue.version', { version })}
      actions={found && <Button onClick={() => onRestore(found)}>{say('catalogue.history.restore')}</Button>}
    >
      {!found || (version > 1 && !before.data) ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        <div className="grid gap-3">
          <p className="text-muted">
            {before.data
              ? say('catalogue.history.compared', { version: before.data.version })
              : say('catalogue.history.first')}
          </p>
          {before.data && (
            <CatalogueDifferences
              difference={compareCatalogues(before.data.models, found.models)}
              sources={{ before: before.data.source, after: found.source }}
            />
          )}
        </div>
      )}
    </Card>
  )
}
