import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { messageOf } from '#client/failures.ts'
import { ExportTool } from '#client/features/exports/export-tool.tsx'
import { ListTools } from '#client/features/views/list-tools.tsx'
import { formatNumber, language, sayTitle, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Card } from '#client/ui/card.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { type Column, DataTable } from '#client/ui/table.tsx'
import { useTableSettings } from '#client/ui/table-settings.tsx'
import { type AuditRow, auditAreas, auditResults } from '#shared/audit.ts'
import { AuditFilters } from './audit-filters.tsx'
import { useAuditView } from './audit-view.ts'

/** Who did what, when and from where; the newest first. */
export function AuditScreen() {
  const say = useWord()
  const { view, change, today } = useAuditView()
  const settings = useTableSettings('audit')
  const { actor, action, result, from, to, page, size } = view
  const filters = { actor, action, result, startDate: from, endDate: to }
  const list = trpc.audit.find.useQuery({ ...filters, page, size }, { placeholderData: keepPreviousData, meta: { silent: true } })
  const total = list.data?.totalCount
  const columns = useMemo((): Column<AuditRow>[] => {
    const resultOf = (text: string) => auditResults.find((known) => known === text)
    const outcome = (row: AuditRow) => {
      const known = resultOf(row.result)
      return (
        <span className={row.result === 'denied' || row.result === 'failed' ? 'text-danger' : undefined}>
          {known ? say(`audit.result.${known}`) : row.result}
        </span>
      )
    }
    return [
      { key: 'at', title: say('audit.at'), fixed: true, cell: (row) => <span className="figures">{row.at}</span> },
      { key: 'actor', title: say('audit.actor'), fixed: true, cell: (row) => (row.actor === 'anonymous' ? say('audit.anonymous') : row.actor) },
      { key: 'action', title: say('audit.action'), cell: (row) => <Action name={row.action} /> },
      {
        key: 'target',
        title: say('audit.target'),
        cell: ({ targetKind, targetId }) => [targetKind && knownWord('kind', targetKind), targetId].filter(Boolean).join(' ') || '-',
      },
      { key: 'result', title: say('audit.result'), cell: outcome },
      { key: 'company', title: say('audit.company'), cell: (row) => row.company ?? '-' },
      { key: 'address', title: say('audit.address'), cell: ({ address }) => (address === 'terminal' ? say('audit.terminal') : (address ?? '-')) },
      { key: 'details', title: say('audit.details'), cell: (row) => <Details details={row.details} /> },
    ]
  }, [say])
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say('audit.title')}</h1>
      <Card
        title={total === undefined ? say('audit.title') : `${say('audit.title')} (${formatNumber(total)}${list.data?.totalCapped ? '+' : ''})`}
        padded={false}
        actions={
          <span className="flex flex-wrap items-center gap-1">
            <ListTools screen="audit" settings={settings} columns={columns} />
            <ExportTool
              sentence={say('export.total', { count: `${formatNumber(total)}${list.data?.totalCapped ? '+' : ''}` })}
              formats={['csv', 'xlsx']}
              call={(format) => ({
                method: 'POST',
                path: '/api/audit/export',
                body: { ...filters, format, language },
                fallbackName: `${say('audit.file')}.${format}`,
              })}
              disabled={!total}
            />
          </span>
        }
      >
        <AuditFilters view={view} change={change} today={today} />
        <DataTable<AuditRow>
          caption={say('audit.title')}
          columns={columns}
          rows={list.data?.data}
          rowKey={(row) => row.id}
          size={size}
          fetching={list.isFetching && (list.isPlaceholderData || list.isError)}
          error={list.error ? messageOf(list.error) : null}
          onRetry={() => void list.refetch()}
          settings={settings}
        />
        <div className="px-4 py-2">
          <Pager page={page} size={size} total={total} capped={list.data?.totalCapped} onChange={(next, rows) => change({ page: next, size: rows })} />
        </div>
      </Card>
    </div>
  )
}

/** The word for a part of an entry, or the part itself where it has none. */
function knownWord(group: 'verb' | 'kind' | 'detail', name: string): string {
  const key = `audit.${group}.${name}`
  const said = sayTitle(key)
  return said === key ? name : said
}

/** What was done in words; the name that files and programs use stands in the tooltip. */
function Action({ name }: { name: string }) {
  const say = useWord()
  const area = auditAreas.find((known) => name.startsWith(`${known}.`))
  return <span title={name}>{area ? `${say(`audit.area.${area}`)} · ${knownWord('verb', name.slice(area.length + 1))}` : name}</span>
}

const plain = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value))

function Details({ details }: { details: AuditRow['details'] }) {
  const told = Object.entries(details ?? {}).filter(([, value]) => value !== null)
  return (
    <span title={details === null ? undefined : JSON.stringify(details)} className="block max-w-80 truncate">
      {told.map(([name, value]) => `${knownWord('detail', name)} ${plain(value)}`).join(' · ') || '-'}
    </span>
  )
}
