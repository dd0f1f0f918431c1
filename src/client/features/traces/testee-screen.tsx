import { keepPreviousData } from '@tanstack/react-query'
import { Plus, Search } from 'lucide-react'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { useAddress } from '#client/features/feeds/use-address.ts'
import { ListCard } from '#client/features/places/list-card.tsx'
import { formatNumber, useWord } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { Combobox } from '#client/ui/combobox.tsx'
import { TextField } from '#client/ui/field.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import type { Column } from '#client/ui/table.tsx'
import { Id } from '#shared/paging.ts'
import type { TesteeRow } from '#shared/traces.ts'
import { TesteeDialog } from './testee-dialog.tsx'
import { TownDialog } from './town-dialog.tsx'
import { testeeFilterNames, testeeTracesHref } from './trace-address.ts'
import { useTownChoices } from './use-town-choices.ts'

type Open = { what: 'testee'; testee: TesteeRow | null } | { what: 'town' } | null

/** People whose health is measured. */
export function TesteeScreen() {
  const say = useWord()
  const [, navigate] = useLocation()
  const { view, change } = useAddress(testeeFilterNames)
  const towns = useTownChoices()
  const keepsTowns = useMay('groups')
  const [name, setName] = useState(view.name ?? '')
  useEffect(() => setName(view.name ?? ''), [view.name])
  const [open, setOpen] = useState<Open>(null)
  const townId = Id.safeParse(view.townId).data
  const list = trpc.testees.find.useQuery(
    { page: view.page, size: view.size, name: view.name, townId },
    { placeholderData: keepPreviousData, meta: { silent: true } },
  )
  const columns = useMemo(
    (): Column<TesteeRow>[] => [
      { key: 'name', title: say('traces.name'), fixed: true, sticky: 'start', cell: (row) => <span className="font-medium">{row.name}</span> },
      { key: 'sex', title: say('traces.sex'), cell: (row) => (row.sex === null ? '-' : say(`traces.sex.${row.sex}`)) },
      { key: 'phone', title: say('traces.phone'), cell: (row) => <span className="figures">{row.phone ?? '-'}</span> },
      { key: 'age', title: say('traces.age'), align: 'end', cell: (row) => <span className="figures">{formatNumber(row.age)}</span> },
      { key: 'town', title: say('traces.town'), cell: (row) => row.townName ?? '-' },
      { key: 'traces', title: say('testees.traces'), align: 'end', cell: (row) => <span className="figures">{formatNumber(row.traces)}</span> },
      { key: 'last', title: say('testees.lastMeasure'), cell: (row) => <span className="figures">{row.lastMeasureTimeStr?.slice(0, 16) ?? '-'}</span> },
      {
        key: 'actions',
        title: say('traces.actions'),
        fixed: true,
        sticky: 'end',
        cell: (row) => (
          <span className="-ml-2 flex">
            <AppLink href={testeeTracesHref(row.id)} className={`${buttonStyle('quiet', 'sm')} text-accent!`}>
              {say('testees.open')}
            </AppLink>
            <Button variant="quiet" size="sm" className="text-accent!" onClick={() => setOpen({ what: 'testee', testee: row })}>
              {say('comment.edit')}
            </Button>
          </span>
        ),
      },
    ],
    [say],
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change({ name: name.trim() || undefined, page: 1 })
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say('route.testees')}</h1>
      <ListCard<TesteeRow>
        title={say('testees.list')}
        name="testees"
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        page={view.page}
        size={view.size}
        change={change}
        onOpen={(row) => navigate(testeeTracesHref(row.id))}
        actions={
          <>
            {keepsTowns && <Button onClick={() => setOpen({ what: 'town' })}>{say('testees.addTown')}</Button>}
            <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpen({ what: 'testee', testee: null })}>
              {say('testees.add')}
            </Button>
          </>
        }
        filters={
          <search className="border-b border-line px-4 py-3">
            <form onSubmit={submit} className="flex flex-wrap items-end gap-x-4 gap-y-3">
              <TextField
                label={say('testees.search')}
                className="w-56 max-w-full"
                type="search"
                maxLength={64}
                value={name}
                onChange={setName}
                leading={<Search aria-hidden className="size-4 text-muted" />}
              />
              <Combobox
                label={say('traces.town')}
                className="w-44"
                value={townId ?? null}
                options={towns.options}
                loading={towns.loading}
                onChange={(id) => change({ townId: id === null ? undefined : String(id), page: 1 })}
              />
              <Button type="submit" variant="primary">
                {say('ui.search')}
              </Button>
            </form>
          </search>
        }
        empty={view.name || townId !== undefined ? undefined : <EmptyState title={say('testees.empty')} />}
      />
      {open?.what === 'testee' && <TesteeDialog testee={open.testee} onClose={() => setOpen(null)} />}
      {open?.what === 'town' && <TownDialog onClose={() => setOpen(null)} />}
    </div>
  )
}
