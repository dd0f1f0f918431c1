import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { dropdownSize } from '#shared/paging.ts'

type Props = { label: string; value: number; help?: string | undefined; onChange: (companyId: number) => void }

/** The base that a new record belongs to, out of those that the person may enter; there always is one. */
export function BaseChoice({ label, value, help, onChange }: Props) {
  const { companyId, companyName } = useSession()
  const companies = trpc.auth.companies.useQuery({ page: 1, size: dropdownSize })
  return (
    <Combobox
      label={label}
      required
      clearable={false}
      value={value}
      chosenLabel={value === companyId ? companyName : undefined}
      options={(companies.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      loading={companies.isLoading}
      help={help}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  )
}
