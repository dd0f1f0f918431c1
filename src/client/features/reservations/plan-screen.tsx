import { keepPreviousData } from '@tanstack/react-query'
import { CalendarPlus, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay, useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { BesideTabs } from '#client/ui/beside-tabs.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { listAddress, useAddressView } from '#client/ui/list/address-view.ts'
import { Select } from '#client/ui/select.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { QueryError } from '#client/ui/status.tsx'
import { businessDay } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'
import { planViews } from '#shared/menu.ts'
import { maxPageSize } from '#shared/paging.ts'
import { BoardFilters, type PlanKind, type PlanRow } from '#shared/reservations.ts'
import { isOver, PlanBoard } from './plan-board.tsx'
import type { PlanSlot } from './plan-day.tsx'
import { spanOf } from './plan-days.ts'
import { useChosenCompany } from './use-chosen-company.ts'

const PlanDialog = lazyPart(async () => (await import('./plan-dialog.tsx')).PlanDialog)
const PlanFillDialog = lazyPart(async () => (await import('./plan-fill-dialog.tsx')).PlanFillDialog)

const address = listAddress(BoardFilters)
type Span = ReturnType<typeof spanOf>
type Open = { what: 'fill' } | { what: 'plan'; plan: PlanRow | null; slot: PlanSlot } | null
const words = {
  week: {
    title: 'route.planWeek',
    previous: 'planning.previousWeek',
    next: 'planning.nextWeek',
    now: 'planning.thisWeek',
  },
  month: {
    title: 'route.planMonth',
    previous: 'planning.previousMonth',
    next: 'planning.nextMonth',
    now: 'planning.thisMonth',
  },
} as const

/** All plans of a base in a week or month, of both kinds; the previous ones stay until the next are loaded. */
const usePlans = (companyId: number | null, span: Span) =>
  trpc.plans.find.useQuery(
    {
      reserveTimeQuery: [span.from, span.to],
      companyId: companyId ?? undefined,
      page: 1,
      size: maxPageSize,
    },
    { enabled: companyId !== null, placeholderData: keepPreviousData, meta: { silent: true } },
  )

/** The plans of a base by week (management) or by month (the base itself): the planned and the reserved tankers. */
function PlanScreen({ kind }: { kind: PlanKind }) {
  const { view, change } = useAddressView(address)
  const today = businessDay(new Date(), useSession().timeZone)
  const mayWrite = useMay(kind === 'week' ? 'reservation_plan' : 'reservation_plan_month')
  const company = useChosenCompany(view.company)
  const { companyId } = company
  const [open, setOpen] = useState<Open>(null)
  const span = spanOf(kind, view.day, today)
  const list = usePlans(companyId, span)
  const go = (day: string) => change({ day: day === span.now ? undefined : day })
  return (
    <div className="grid grid-cols-1 gap-4">
      <PlanHead kind={kind} />
      <Card
        title={<span className="figures whitespace-nowrap">{span.title}</span>}
        actions={
          <PeriodButtons
            kind={kind}
            span={span}
            onGo={go}
            ready={companyId !== null}
            onFill={mayWrite && !isOver(span.to, today) ? () => setOpen({ what: 'fill' }) : null}
          />
        }
      >
        <PlanSummary
          company={company}
          plans={list.data?.data}
          today={today}
          onCompany={(id) => change({ company: id })}
        />
        {list.error ? (
          <QueryError query={list} />
        ) : list.data === undefined ? (
          <Skeleton className="h-80 w-full" />
        ) : (
          <PlanBoard
            kind={kind}
            span={span}
            plans={list.data.data}
            today={today}
            mayWrite={mayWrite}
            busy={list.isPlaceholderData}
            onAdd={(slot) => setOpen({ what: 'plan', plan: null, slot })}
            onOpen={(plan) => setOpen({ what: 'plan', plan, slot: plan })}
          />
        )}
      </Card>
      {open && companyId !== null && (
        <PlanDialogs
          open={open}
          shared={{ kind, companyId, today, onClose: () => setOpen(null) }}
          span={span}
          mayWrite={mayWrite && !(open.what === 'plan' && open.plan !== null && open.plan.planKind !== kind)}
        />
      )}
    </div>
  )
}

type SummaryProps = {
  company: ReturnType<typeof useChosenCompany>
  plans: readonly PlanRow[] | undefined
  today: Day
  onCompany: (id: number | undefined) => void
}

/** The base, or the choice of one, with the number of planned and reserved tankers. */
function PlanSummary({ company: { companyId, options }, plans, today, onCompany }: SummaryProps) {
  const total = (plans ?? []).reduce((sum, plan) => sum + plan.totalCount, 0)
  const reserved = (plans ?? []).reduce((sum, plan) => sum + plan.reservedCount, 0)
  // The places of past days are not free any more.
  const remain = (plans ?? []).reduce((sum, plan) => sum + (plan.reserveTime < today ? 0 : plan.remainCount), 0)
  return (
    <div className="mb-3 flex min-h-16 flex-wrap items-end justify-between gap-3">
      {options.length > 1 ? (
        <Select
          label={say('planning.chosenCompany')}
          className="w-56 max-w-full"
          value={companyId}
          options={options}
          onChange={(company) => onCompany(company ?? undefined)}
        />
      ) : (
        <span className="font-medium">{options[0]?.label}</span>
      )}
      <p className="figures text-muted" aria-live="polite">
        {plans && say('planning.summaryOfPeriod', { total, reserved, remain })}
      </p>
    </div>
  )
}

type DialogProps = {
  open: NonNullable<Open>
  shared: { kind: PlanKind; companyId: number; today: string; onClose: () => void }
  span: Span
  mayWrite: boolean
}

/** The dialog for one plan, or for filling the weeks or the month with plans. */
const PlanDialogs = ({ open, shared, span, mayWrite }: DialogProps) =>
  open.what === 'plan' ? (
    <PlanDialog {...shared} plan={open.plan} slot={open.slot} mayWrite={mayWrite} />
  ) : (
    <PlanFillDialog {...shared} from={isOver(span.from, shared.today) ? shared.today : span.from} to={span.to} />
  )

/** The title; for people who may see both it switches between weeks and months for the same day and base. */
function PlanHead({ kind }: { kind: PlanKind }) {
  const { routes } = useSession()
  const search = useSearch()
  const kinds = (['month', 'week'] as const).filter((one) => routes.some(({ path }) => path === planViews[one]))
  return (
    <header className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h1 className="page-title text-lg font-semibold">{say(words[kind].title)}</h1>
      <BesideTabs>
        {kinds.length > 1 && (
          <nav aria-label={say(planViews.title)} className="flex rounded-md border border-line bg-surface p-0.5">
            {kinds.map((one) => (
              <AppLink
                key={one}
                href={`${planViews[one]}${search === '' ? '' : `?${search}`}`}
                aria-current={one === kind ? 'page' : undefined}
                className="inline-flex min-h-7 items-center rounded-sm px-3 text-muted hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent pointer-coarse:min-h-9"
              >
                {say(words[one].title)}
              </AppLink>
            ))}
          </nav>
        )}
      </BesideTabs>
    </header>
  )
}

type PeriodButtonsProps = {
  kind: PlanKind
  span: Span
  onGo: (day: string) => void
  ready: boolean
  onFill: (() => void) | null
}

/** Buttons for the previous and next weeks or months, and for filling the present one. */
const PeriodButtons = ({ kind, span, onGo, ready, onFill }: PeriodButtonsProps) => (
  <span className="flex flex-wrap items-center gap-1">
    <IconButton
      label={say(words[kind].previous)}
      icon={<ChevronLeft aria-hidden className="size-4" />}
      onClick={() => onGo(span.before)}
    />
    <Button onClick={() => onGo(span.now)}>{say(words[kind].now)}</Button>
    <IconButton
      label={say(words[kind].next)}
      icon={<ChevronRight aria-hidden className="size-4" />}
      onClick={() => onGo(span.after)}
    />
    {onFill && (
      <Button
        disabled={!ready}
        variant="primary"
        icon={<CalendarPlus aria-hidden className="size-4" />}
        onClick={onFill}
      >
        {say('planning.fill')}
      </Button>
    )}
  </span>
)

export const PlanWeekScreen = () => <PlanScreen kind="week" />
export const PlanMonthScreen = () => <PlanScreen kind="month" />
