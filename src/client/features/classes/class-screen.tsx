import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { useAddress } from '#client/features/feeds/use-address.ts'
import { ListCard } from '#client/features/places/list-card.tsx'
import { formatNumber, language, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import type { Column } from '#client/ui/table.tsx'
import { type ClassRow, classStates, classTypes } from '#shared/classes.ts'
import { classDetailHref } from './class-address.ts'
import { ClassDialog } from './class-dialog.tsx'
import { ClassFilters, classFilterNames } from './class-filters.tsx'
import { ClassStateTag } from './class-state.tsx'

const allowed = { type: classTypes, state: classStates }

/** Class sessions, recorded and live. */
export function ClassScreen() {
  const say = useWord()
  const [, navigate] = useLocation()
  const { view, change } = useAddress(classFilterNames, allowed)
  const [adding, setAdding] = useState(false)
  const type = classTypes.find((one) => one === view.type)
  const state = classStates.find((one) => one === view.state)
  const filtered = Boolean(view.name || type || state)
  const list = trpc.classes.find.useQuery(
    { page: view.page, size: view.size, name: view.name, type, state },
    { placeholderData: keepPreviousData, meta: { silent: true } },
  )
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
      <ListCard<ClassRow>
        title={say('class.list')}
        name="classes"
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        page={view.page}
        size={view.size}
        change={change}
        onOpen={(row) => navigate(classDetailHref(row.id))}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
            {say('class.add')}
          </Button>
        }
        filters={<ClassFilters view={view} onChange={(patch) => change({ ...patch, page: 1 })} />}
        empty={filtered ? undefined : <EmptyState title={say('class.empty')} help={say('class.emptyHelp')} />}
      />
      {adding && <ClassDialog session={null} onClose={() => setAdding(false)} onSaved={({ id }) => navigate(classDetailHref(id))} />}
    </div>
  )
}

const between = language === 'zh' ? '、' : ', '
const Names = ({ names }: { names: readonly string[] }) => (
  <span className="inline-block max-w-48 truncate align-middle" title={names.join(between)}>
    {names.length === 0 ? '-' : names.join(between)}
  </span>
)
