import { useMemo } from 'react'
import { ExportTool } from '#client/features/exports/export-tool.tsx'
import { formatNumber, language, sayTitle, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { type Column, onPhone } from '#client/ui/list/column.ts'
import { listQuery } from '#client/ui/list/list-query.ts'
import { OpeningList } from '#client/ui/list/opening-list.tsx'
import { type AuditRow, auditResults } from '#shared/audit.ts'
import { auditAreas } from '#shared/audit-kinds.ts'
import { AuditFilters } from './audit-filters.tsx'
import { useAuditView } from './audit-view.ts'

/** The columns hidden by default, because the sentence contains them. */
const hiddenAtFirst = ['actor', 'action', 'target', 'details'] as const

const resultOf = (text: string) => auditResults.find((known) => known === text)

/** The result of an action; refused and failed ones are red. */
function Result({ result }: Pick<AuditRow, 'result'>) {
  const say = useWord()
  const known = resultOf(result)
  const isBad = result === 'denied' || result === 'failed'
  return <span className={isBad ? 'text-danger' : ''}>{known ? say(`audit.result.${known}`) : result}</span>
}

/** The columns of an entry: when, its sentence, and its parts. */
const auditColumns = (say: ReturnType<typeof useWord>): Column<AuditRow>[] =>
  onPhone(
    [
      { key: 'at', title: say('audit.at'), fixed: true, cell: (row) => <span className="figures">{row.at}</span> },
      {
        key: 'sentence',
        title: say('audit.sentence'),
        fixed: true,
        cell: (row) => <span className="block min-w-56 max-w-xl whitespace-normal wrap-anywhere">{row.sentence}</span>,
      },
      {
        key: 'actor',
        title: say('audit.actor'),
        cell: (row) => (row.actor === 'anonymous' ? say('audit.anonymous') : row.actor),
      },
      { key: 'action', title: say('audit.action'), cell: (row) => <Action name={row.action} /> },
      {
        key: 'target',
        title: say('audit.target'),
        cell: ({ targetKind, targetId }) =>
          [targetKind && knownWord('kind', targetKind), targetId].filter(Boolean).join(' ') || '-',
      },
      { key: 'result', title: say('audit.result'), cell: ({ result }) => <Result result={result} /> },
      { key: 'company', title: say('audit.company'), cell: (row) => row.company ?? '-' },
      {
        key: 'address',
        title: say('audit.address'),
        cell: ({ address }) => (address === 'terminal' ? say('audit.terminal') : (address ?? '-')),
      },
      { key: 'details', title: say('audit.details'), cell: (row) => <Details details={row.details} /> },
    ],
    { sentence: 'title', at: 'fact', result: 'fact', company: 'fact', address: 'fact' },
  )

const details = { title: ({ id }: AuditRow) => `${sayTitle('audit.title')} ${id}`, without: [] }

/** Who did what, when and from where, as sentences; newest first. */
export function AuditScreen() {
  const say = useWord()
  const { view, change, today } = useAuditView()
  const { actor, action, result, from, to, page, size } = view
  const filters = { actor, action, result, startDate: from, endDate: to }
  const list = trpc.audit.find.useQuery({ ...filters, page, size }, listQuery)
  const total = list.data?.totalCount
  const columns = useMemo(() => auditColumns(say), [say])
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="page-title text-lg font-semibold">{say('audit.title')}</h1>
      <OpeningList<AuditRow>
        caption={say('audit.title')}
        headed
        name="audit"
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        view={view}
        change={change}
        details={details}
        hiddenAtFirst={hiddenAtFirst}
        actions={
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
        }
        filters={<AuditFilters view={view} busy={list.isFetching} change={change} today={today} />}
      />
    </div>
  )
}

/** Return the word for a part of an entry, or the part itself if it has no word. */
function knownWord(group: 'verb' | 'kind' | 'detail', name: string): string {
  const key = `audit.${group}.${name}`
  const text = sayTitle(key)
  return text === key ? name : text
}

/** The action as words; the tooltip has its name in files and in the API. */
function Action({ name }: { name: string }) {
  const say = useWord()
  const area = auditAreas.find((known) => name.startsWith(`${known}.`))
  return (
    <span title={name}>
      {area ? `${say(`audit.area.${area}`)} · ${knownWord('verb', name.slice(area.length + 1))}` : name}
    </span>
  )
}

const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)

function Details({ details }: { details: AuditRow['details'] }) {
  const known = Object.entries(details ?? {}).filter(([, value]) => value !== null)
  return (
    <span title={details === null ? undefined : JSON.stringify(details)} className="block max-w-80 truncate">
      {known.map(([name, value]) => `${knownWord('detail', name)} ${plain(value)}`).join(' · ') || '-'}
    </span>
  )
}
