import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { dropdownSize } from '#shared/paging.ts'

type Props = {
  label: string
  /** null = none yet. */
  value: number | null
  help?: string | undefined
  error?: string | null
  /** Headquarters is no choice: what is made belongs to a base. */
  basesOnly?: boolean
  onChange: (companyId: number) => void
}

/** The base that a form begins with where headquarters cannot be chosen: the one that the person works in; null = in headquarters, a base has to be chosen. */
export function useOwnBase(): number | null {
  const { companyId, companyKind } = useSession()
  return companyKind === 'headquarters' ? null : companyId
}

/** The base that a new record belongs to, out of those that the person may enter. */
export function BaseChoice({ label, value, help, error, basesOnly = false, onChange }: Props) {
  const { companyId, companyName } = useSession()
  const companies = trpc.auth.companies.useQuery({ page: 1, size: dropdownSize })
  const found = companies.data?.data ?? []
  const bases = new Set(found.flatMap(({ id, kind }) => (kind === 'base' ? id : [])))
  // A site belongs to its base; it is offered to who may not enter that.
  const offered = found.filter(
    ({ kind, superCompanyId }) => !basesOnly || (kind === 'base' && !bases.has(superCompanyId ?? 0)),
  )
  return (
    <Combobox
      label={label}
      required
      clearable={false}
      value={value}
      chosenLabel={value === companyId ? companyName : undefined}
      placeholder=""
      options={offered.map(({ id, name }) => ({ value: id, label: name }))}
      loading={companies.isLoading}
      help={help}
      error={error ?? null}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  )
}
