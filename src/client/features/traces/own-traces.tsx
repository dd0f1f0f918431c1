import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Pager } from '#client/ui/pager.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { DataTable } from '#client/ui/table.tsx'
import { traceColumns } from './trace-columns.tsx'

const size = 10
const measured: readonly string[] = ['systolic', 'diastolic', 'fastingBloodSugar', 'bmi', 'conclusions']

/** The traces of whoever is signed in, for the page of the own profile; measurements only for who may see them. */
export function OwnTraces() {
  const say = useWord()
  const seesHealth = useMay('trace')
  const [page, setPage] = useState(1)
  const list = trpc.traces.mine.useQuery({ page, size }, { placeholderData: keepPreviousData, meta: { silent: true } })
  const total = list.data?.totalCount
  const columns = useMemo(() => traceColumns().filter(({ key }) => key !== 'person' && (seesHealth || !measured.includes(key))), [seesHealth])
  if (total === 0) return <EmptyState title={say('traces.ownEmpty')} />
  return (
    <div>
      <DataTable
        caption={say('traces.own')}
        columns={columns}
        rows={list.data?.data}
        rowKey={(row) => row.id}
        size={size}
        fetching={list.isFetching && (list.isPlaceholderData || list.isError)}
        error={list.error ? messageOf(list.error) : null}
        onRetry={() => void list.refetch()}
      />
      {(total ?? 0) > size && (
        <div className="px-4 py-2">
          <Pager label={say('traces.own')} page={page} size={size} total={total} capped={list.data?.totalCapped} fixedSize onChange={setPage} />
        </div>
      )}
    </div>
  )
}
