import { useState } from 'react'
import { formatNumber, say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { figures } from '#client/ui/list/columns.tsx'
import { declareList } from '#client/ui/list/declare-list.ts'
import { listQuery } from '#client/ui/list/list-query.ts'
import { ListScreen } from '#client/ui/list/list-screen.tsx'
import { TesteeFilters } from '#shared/testees.ts'
import { useTownChoices } from './use-town-choices.ts'

const TesteeDialog = lazyPart(async () => (await import('./testee-dialog.tsx')).TesteeDialog)
const TownDialog = lazyPart(async () => (await import('./town-dialog.tsx')).TownDialog)

const testees = declareList({
  name: 'testees',
  words: 'testees',
  heading: 'route.testees',
  filters: TesteeFilters,
  lookups: { townId: useTownChoices },
  useRows: (request) => trpc.testees.find.useQuery(request, listQuery),
  columns: [
    { key: 'name', fixed: true, sticky: 'start', cell: ({ name }) => <span className="font-medium">{name}</span> },
    { key: 'sex', cell: ({ sex }) => (sex === null ? '-' : say(`traces.sex.${sex}`)) },
    { key: 'phone', cell: ({ phone }) => figures(phone) },
    { key: 'age', align: 'end', cell: ({ age }) => figures(formatNumber(age)) },
    { key: 'town', cell: ({ townName }) => townName ?? '-' },
    { key: 'traces', align: 'end', cell: ({ traces }) => figures(formatNumber(traces)) },
    { key: 'last', cell: ({ lastMeasureTimeStr }) => figures(lastMeasureTimeStr?.slice(0, 16)) },
  ],
  // The traces of a testee.
  href: ({ id }) => `/trace/index?testeeId=${id}`,
  Form: TesteeDialog,
  Tools: AddTown,
})

/** People whose health is measured. */
export const TesteeScreen = () => <ListScreen list={testees} />

function AddTown() {
  const mayAdd = useMay('groups')
  const [open, setOpen] = useState(false)
  return (
    <>
      {mayAdd && <Button onClick={() => setOpen(true)}>{say('testees.addTown')}</Button>}
      {open && <TownDialog onClose={() => setOpen(false)} />}
    </>
  )
}
