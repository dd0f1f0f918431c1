import { X } from 'lucide-react'
import type { AddressView } from '#client/features/feeds/use-address.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Combobox } from '#client/ui/combobox.tsx'
import { SearchForm } from '#client/ui/search-form.tsx'
import { Select } from '#client/ui/select.tsx'
import { traceStatuses } from '#shared/device-detail.ts'
import { Id } from '#shared/paging.ts'
import type { traceFilterNames } from './trace-address.ts'
import { statusOf } from './trace-columns.tsx'
import { useTownChoices } from './use-town-choices.ts'

type Name = (typeof traceFilterNames)[number]
type Props = { view: AddressView<Name>; onChange: (patch: { [Key in Name]?: string | undefined }) => void }

/** Status and town apply at once, a name or serial after "search" or Enter; a testee that the address names can be given up. */
export function TraceFilters({ view, onChange }: Props) {
  const say = useWord()
  const towns = useTownChoices()
  const testeeId = Id.safeParse(view.testeeId).data
  const testee = trpc.testees.get.useQuery({ id: testeeId ?? 0 }, { enabled: testeeId !== undefined, retry: false, meta: { silent: true } })
  return (
    <SearchForm
      label={say('traces.search')}
      className="w-56"
      applied={view.name}
      onSearch={(name) => onChange({ name })}
      after={
        testeeId !== undefined && (
          <Button icon={<X aria-hidden className="size-3.5" />} onClick={() => onChange({ testeeId: undefined })}>
            {say('traces.filteredBy', { name: testee.data?.name ?? String(testeeId) })}
          </Button>
        )
      }
    >
      <Select
        label={say('traces.status')}
        className="w-36"
        value={traceStatuses.find((status) => String(status) === view.status) ?? null}
        options={traceStatuses.map((status) => ({ value: status, label: statusOf(status) }))}
        emptyLabel={say('ui.unlimited')}
        onChange={(status) => onChange({ status: status === null ? undefined : String(status) })}
      />
      <Combobox
        label={say('traces.town')}
        className="w-44"
        value={Id.safeParse(view.townId).data ?? null}
        options={towns.options}
        loading={towns.loading}
        onChange={(townId) => onChange({ townId: townId === null ? undefined : String(townId) })}
      />
    </SearchForm>
  )
}
