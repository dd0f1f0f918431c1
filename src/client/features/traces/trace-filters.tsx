import { useTownChoices } from '#client/features/testees/use-town-choices.ts'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import type { ChangeView, ListView } from '#client/ui/list/address-view.ts'
import { ChoiceFilter } from '#client/ui/list/choice-filter.tsx'
import { chipOf, nameIn } from '#client/ui/list/filter-chips.tsx'
import { FilterFrame } from '#client/ui/list/filter-frame.tsx'
import { Select } from '#client/ui/select.tsx'
import { type TraceFilters as Filters, traceStatuses } from '#shared/traces.ts'
import { statusOf } from './trace-columns.tsx'

type View = ListView<typeof Filters>
type Props = { view: View; busy: boolean; change: ChangeView<View> }

/** Filters for name or serial, status and town; the testee in the address is a filter that can be cleared. */
export function TraceFilters({ view: { name, status, townId, testeeId }, busy, change }: Props) {
  const testee = trpc.testees.get.useQuery(
    { id: testeeId ?? 0 },
    { enabled: testeeId !== undefined, retry: false, meta: { silent: true } },
  )
  const towns = useTownChoices()
  const filter = (patch: Partial<View>, way?: { replace: boolean }) => change({ ...patch, page: 1 }, way)
  const chips = [
    ...chipOf('status', say('traces.status'), status && statusOf(status), () => filter({ status: undefined })),
    ...chipOf('townId', say('traces.town'), nameIn(towns.options, townId), () => filter({ townId: undefined })),
    ...chipOf(
      'testeeId',
      testeeId === undefined ? '' : say('traces.filteredBy', { name: testee.data?.name ?? String(testeeId) }),
      testeeId && '',
      () => filter({ testeeId: undefined }),
    ),
  ]
  return (
    <FilterFrame
      search={{ label: say('traces.search'), applied: name, onSearch: (next, way) => filter({ name: next }, way) }}
      fields={
        <>
          <Select
            label={say('traces.status')}
            value={status ?? null}
            options={traceStatuses.map((one) => ({ value: one, label: statusOf(one) }))}
            emptyLabel={say('ui.unlimited')}
            onChange={(next) => filter({ status: next ?? undefined })}
          />
          <ChoiceFilter
            label={say('traces.town')}
            choices={towns}
            value={townId}
            onChange={(id) => filter({ townId: id })}
          />
        </>
      }
      chips={chips}
      busy={busy}
      onClean={() => filter({ name: undefined, status: undefined, townId: undefined, testeeId: undefined })}
    />
  )
}
