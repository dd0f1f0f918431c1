import { X } from 'lucide-react'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import type { ChangeView, ListView } from '#client/ui/list/address-view.ts'
import { ChoiceFilter } from '#client/ui/list/choice-filter.tsx'
import { SearchForm } from '#client/ui/list/search-form.tsx'
import { Select } from '#client/ui/select.tsx'
import { traceStatuses } from '#shared/device-detail.ts'
import type { TraceFilters as Filters } from '#shared/traces.ts'
import { statusOf } from './trace-columns.tsx'
import { useTownChoices } from './use-town-choices.ts'

type View = ListView<typeof Filters>
type Props = { view: View; change: ChangeView<View> }

/** Status and town apply at once, a name or serial after "search" or Enter; a testee that the address names can be given up. */
export function TraceFilters({ view: { name, status, townId, testeeId }, change }: Props) {
  const testee = trpc.testees.get.useQuery({ id: testeeId ?? 0 }, { enabled: testeeId !== undefined, retry: false, meta: { silent: true } })
  const filter = (patch: Partial<View>) => change({ ...patch, page: 1 })
  return (
    <SearchForm
      label={say('traces.search')}
      applied={name}
      onSearch={(next) => filter({ name: next })}
      after={
        testeeId !== undefined && (
          <Button icon={<X aria-hidden className="size-3.5" />} onClick={() => filter({ testeeId: undefined })}>
            {say('traces.filteredBy', { name: testee.data?.name ?? String(testeeId) })}
          </Button>
        )
      }
    >
      <Select
        label={say('traces.status')}
        className="w-36"
        value={status ?? null}
        options={traceStatuses.map((one) => ({ value: one, label: statusOf(one) }))}
        emptyLabel={say('ui.unlimited')}
        onChange={(next) => filter({ status: next ?? undefined })}
      />
      <ChoiceFilter label={say('traces.town')} className="w-44" choices={useTownChoices()} value={townId} onChange={(id) => filter({ townId: id })} />
    </SearchForm>
  )
}
