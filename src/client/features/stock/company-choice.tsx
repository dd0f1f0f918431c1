import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'

const staleTime = 60_000
type Props = { value: number | undefined; onChange: (id: number | undefined) => void }

/** The company whose stock is shown; nothing to choose for anyone who has one. */
export function CompanyChoice({ value, onChange }: Props) {
  const say = useWord()
  const companies = trpc.orders.companies.useQuery(undefined, { staleTime })
  const own = (companies.data ?? []).filter((company) => company.own)
  if (own.length < 2) return null
  return (
    <Combobox
      label={say('stock.column.company')}
      className="w-48"
      value={value ?? null}
      options={own.map(({ id, name }) => ({ value: id, label: name }))}
      loading={companies.isFetching}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}
