import { useQueryClient } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useWord } from '#client/i18n.ts'
import { askedFirst } from '#client/leaving.ts'
import { beginTokenChange, keepSessionInfo, keepToken } from '#client/session.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { CompanyChoice } from '#shared/auth.ts'
import { dropdownSize } from '#shared/paging.ts'
import { type Role, roleOfLabel } from '#shared/roles.ts'

const freshMilliseconds = 60_000
/** Roles that can work in several companies. Source: trust.md section 4, self.company */
const movingRoles: readonly Role[] = ['manager', 'baseManager', 'inspector', 'registrar']

/** Return the depth of a company below the first listed company above it. */
function depthIn(companies: readonly CompanyChoice[], company: CompanyChoice): number {
  const above = companies.find(({ id }) => id === company.superCompanyId)
  return above ? depthIn(companies, above) + 1 : 0
}

/**
 * Choose the company to work in. A change returns a new token and other data for every query, so it drops all loaded
 * data.
 */
export function CompanySelector() {
  const say = useWord()
  const session = useSession()
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  const utils = trpc.useUtils()
  const [name, setName] = useState('')
  const moves = movingRoles.includes(roleOfLabel(session.nickName))
  const companies = trpc.auth.companies.useQuery(
    { name, size: dropdownSize },
    { enabled: moves, staleTime: freshMilliseconds, placeholderData: (last) => last, meta: { silent: true } },
  )
  const change = trpc.auth.changeCompany.useMutation({
    onMutate: beginTokenChange,
    onSettled: (_answer, _error, _input, tokenIsKept) => tokenIsKept?.(),
    onSuccess: (answer) => {
      keepToken(answer.token)
      keepSessionInfo(answer)
      utils.auth.info.setData(undefined, answer)
      // Ids in the address belong to the previous base.
      navigate(location.pathname, { replace: true })
      void queryClient.resetQueries({ predicate: (query) => query.queryKey.flat()[1] !== 'info' })
      toastSuccess(say('company.changed'))
    },
  })
  const choices = companies.data?.data ?? []
  const alone = !moves || (name === '' && choices.length <= 1)
  // Roles that may not change the company, and users with only one, see its name.
  if (alone) {
    return (
      <span className="flex h-8 max-w-56 items-center gap-1.5 px-2 text-muted" title={say('company.current')}>
        <Building2 aria-hidden className="size-4 shrink-0" />
        <span className="truncate text-ink">{session.companyName}</span>
      </span>
    )
  }
  return (
    <Combobox
      label={say('company.current')}
      labelHidden
      className="w-48"
      clearable={false}
      value={session.companyId}
      chosenLabel={session.companyName}
      options={choices.map((company) => ({
        value: company.id,
        label: company.name,
        mark: <Indent depth={depthIn(choices, company)} />,
      }))}
      onSearch={setName}
      loading={companies.isFetching}
      disabled={change.isPending}
      onChange={(companyId) => {
        if (companyId === null || companyId === session.companyId) return
        // The page is of the other company then, without the ids in the address.
        askedFirst(location.pathname, () => change.mutate({ companyId }))
      }}
    />
  )
}

/** Bases are below headquarters, sites are below their base. */
const Indent = ({ depth }: { depth: number }) =>
  depth === 0 ? null : <span aria-hidden style={{ width: `${depth * 0.75}rem` }} className="shrink-0" />
