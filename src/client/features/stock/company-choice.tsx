import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { roleOfLabel } from '#shared/roles.ts'

const staleTime = 60_000
type Props = { value: number | undefined; onChange: (id: number | undefined) => void }

/** The name of the company whose stock is shown. */
export function useCompanyName(id: number | undefined): string | undefined {
  const companies = trpc.orders.companies.useQuery(undefined, { staleTime })
  return id === undefined ? undefined : (companies.data?.find((company) => company.id === id)?.name ?? `#${id}`)
}

/** Choose the company whose stock is shown; hidden for people with a single company. */
export function CompanyChoice({ value, onChange }: Props) {
  const say = useWord()
  const companies = trpc.orders.companies.useQuery(undefined, { staleTime })
  const own = (companies.data ?? []).filter((company) => company.own)
  // Reserve the space for the role that has a choice, so that nothing moves when it has loaded.
  const mayHaveSeveral = roleOfLabel(useSession().nickName) === 'manager'
  if (companies.data ? own.length < 2 : !mayHaveSeveral) return null
  return (
    <Combobox
      label={say('stock.column.company')}
      value={value ?? null}
      options={own.map(({ id, name }) => ({ value: id, label: name }))}
      loading={companies.isFetching}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}
