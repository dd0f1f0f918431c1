import { useMemo, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { listQuery } from '#client/ui/list/list-query.ts'
import { ShortTable } from '#client/ui/list/paged-table.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { traceColumns } from './trace-columns.tsx'

const size = 10
const measured: readonly string[] = ['systolic', 'diastolic', 'fastingBloodSugar', 'bmi', 'conclusions']

/** The traces of the signed-in person, for the profile page; measurements only for people who may see them. */
export function OwnTraces() {
  const say = useWord()
  const seesHealth = useMay('trace')
  const [page, setPage] = useState(1)
  const list = trpc.traces.mine.useQuery({ page, size }, listQuery)
  const columns = useMemo(
    () => traceColumns().filter(({ key }) => key !== 'person' && (seesHealth || !measured.includes(key))),
    [seesHealth],
  )
  if (list.data?.totalCount === 0) return <EmptyState title={say('traces.ownEmpty')} />
  return (
    <div>
      <ShortTable
        caption={say('traces.own')}
        columns={columns}
        list={list}
        rowKey={(row) => row.id}
        view={{ page, size }}
        onPage={setPage}
      />
    </div>
  )
}
