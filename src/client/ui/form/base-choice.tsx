import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { dropdownSize } from '#shared/paging.ts'

type Props = {
  label: string
  /** null = not chosen yet. */
  value: number | null
  help?: string | undefined
  error?: string | null
  /** Offer no headquarters: the record belongs to a base. */
  basesOnly?: boolean
  onChange: (companyId: number) => void
}

/**
 * Return the initial base of a form that does not offer headquarters: the user's own base. null = the user works in
 * headquarters and has to choose a base.
 */
export function useOwnBase(): number | null {
  const { companyId, companyKind } = useSession()
  return companyKind === 'headquarters' ? null : companyId
}

/** Choose the base of a new record among the bases that the user may access. */
export function BaseChoice({ label, value, help, error, basesOnly = false, onChange }: Props) {
  const { companyId, companyName } = useSession()
  const companies = trpc.auth.companies.useQuery({ page: 1, size: dropdownSize })
  const found = companies.data?.data ?? []
  const bases = new Set(found.flatMap(({ id, kind }) => (kind === 'base' ? id : [])))
  // A site belongs to its base; offer a site only if its base is not offered.
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
