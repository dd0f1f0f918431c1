import type { ReactNode } from 'react'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { QueryError } from '#client/ui/status.tsx'
import type { Day } from '#shared/dates.ts'
import { maxPageSize } from '#shared/paging.ts'

type Props = { id: number; tankerNumber: string; companyId: number | undefined; day: Day }

/** Who comes with an expected tanker, and when; the phone number as this person may read it. */
export function TankerFacts({ id, tankerNumber, companyId, day }: Props) {
  const say = useWord()
  const found = trpc.reservations.find.useQuery(
    { page: 1, size: maxPageSize, companyId, reserveTime: day, name: tankerNumber },
    { meta: { silent: true } },
  )
  const row = found.data?.data.find((one) => one.id === id)
  if (found.error && !row) return <QueryError query={found} />
  const fact = (value: ReactNode) => (row ? (value ?? '-') : <Skeleton className="my-0.5 h-4 w-32" />)
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 p-4">
      <Fact name={say('planning.company')}>{fact(row?.company)}</Fact>
      <Fact name={say('planning.reservePeriod')}>
        {fact(row && <span className="capitalize">{say(`planning.period.${row.reservePeriod}`)}</span>)}
      </Fact>
      <Fact name={say('planning.tankerType')}>{fact(row && say(`planning.kind.${row.tankerType}`))}</Fact>
      <Fact name={say('reservation.licenseNumber')}>{fact(row?.licenseNumber)}</Fact>
      <Fact name={say('reservation.checkedOrg')}>{fact(row?.checkedOrg)}</Fact>
      <Fact name={say('reservation.contactName')}>{fact(row?.contactName)}</Fact>
      <Fact name={say('reservation.phone')}>{fact(row?.phone && <span className="figures">{row.phone}</span>)}</Fact>
    </dl>
  )
}

/** One line of the facts. */
const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </>
)
