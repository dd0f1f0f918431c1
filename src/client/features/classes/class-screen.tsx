import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { messageOf } from '#client/failures.ts'
import { useAddress } from '#client/features/feeds/use-address.ts'
import { ListTools } from '#client/features/views/list-tools.tsx'
import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { type Column, DataTable } from '#client/ui/table.tsx'
import { useTableSettings } from '#client/ui/table-settings.tsx'
import { type ClassRow, classStates, classTypes } from '#shared/classes.ts'
import { classDetailHref } from './class-address.ts'
import { ClassDialog } from './class-dialog.tsx'
import { ClassFilters, classFilterNames } from './class-filters.tsx'
import { ClassStateTag } from './class-state.tsx'

/** Class sessions, recorded and live. */
export function ClassScreen() {
  const say = useWord()
  const [, navigate] = useLocation()
  const { view, change } = useAddress(classFilterNames)
  const settings = useTableSettings('classes')
  const [adding, setAdding] = useState(false)
  const type = classTypes.find((one) => one === view.type)
  const state = classStates.find((one) => one === view.state)
  const filtered = Boolean(view.name || type || state)
  const list = trpc.classes.find.useQuery(
    { page: view.page, size: view.size, name: view.name, type, state },
    { placeholderData: keepPreviousData, meta: { silent: true } },
  )
  const total = list.data?.totalCount
  const columns = useMemo(
    (): Column<ClassRow>[] => [
      {
        key: 'name',
        title: say('class.name'),
        fixed: true,
        sticky: 'start',
        cell: (row) => (
          <AppLink href={classDetailHref(row.id)} className="inline-block max-w-72 truncate align-middle text-accent hover:underline" title={row.name}>
            {row.name}
          </AppLink>
        ),
      },
      { key: 'type', title: say('class.type'), cell: (row) => say(`class.type.${row.type}`) },
      { key: 'state', title: say('class.state'), cell: (row) => <ClassStateTag state={row.state} /> },
      { key: 'teacher', title: say('class.teacher'), cell: (row) => row.userName ?? '-' },
      { key: 'company', title: say('class.company'), cell: (row) => row.company },
      { key: 'start', title: say('class.start'), cell: (row) => <span className="figures">{row.dateRange[0].slice(0, 16)}</span> },
      { key: 'end', title: say('class.end'), cell: (row) => <span className="figures">{row.dateRange[1].slice(0, 16)}</span> },
      { key: 'checks', title: say('class.checks'), cell: (row) => <Names names={row.checks.map(({ name }) => name)} /> },
      { key: 'comments', title: say('class.comments'), align: 'end', cell: (row) => <span className="figures">{formatNumber(row.comments)}</span> },
      { key: 'shared', title: say('class.shared'), cell: (row) => (row.shared ? say('class.sharedYes') : '-') },
    ],
    [say],
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say('route.classes')}</h1>
      <Card
        title={total === undefined ? say('class.list') : `${say('class.list')} (${formatNumber(total)})`}
        padded={false}
        actions={
          <span className="flex flex-wrap items-center gap-1">
            <ListTools screen="classes" settings={settings} columns={columns} />
            <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
              {say('class.add')}
            </Button>
          </span>
        }
      >
        <ClassFilters view={view} onChange={(patch) => change({ ...patch, page: 1 })} />
        <DataTable
          caption={say('class.list')}
          columns={columns}
          rows={list.data?.data}
          rowKey={(row) => row.id}
          size={view.size}
          fetching={list.isFetching && (list.isPlaceholderData || list.isError)}
          error={list.error ? messageOf(list.error) : null}
          onRetry={() => void list.refetch()}
          onOpen={(row) => navigate(classDetailHref(row.id))}
          settings={settings}
          {...(filtered ? {} : { empty: <EmptyState title={say('class.empty')} help={say('class.emptyHelp')} /> })}
        />
        <div className="px-4 py-2">
          <Pager page={view.page} size={view.size} total={total} onChange={(page, size) => change({ page, size })} />
        </div>
      </Card>
      {adding && <ClassDialog session={null} onClose={() => setAdding(false)} onSaved={({ id }) => navigate(classDetailHref(id))} />}
    </div>
  )
}

const Names = ({ names }: { names: readonly string[] }) => (
  <span className="inline-block max-w-48 truncate align-middle" title={names.join('、')}>
    {names.length === 0 ? '-' : names.join('、')}
  </span>
)
