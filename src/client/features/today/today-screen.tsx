import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { CoverageChip } from '#client/features/devices/coverage-chip.tsx'
import { NewerFigures } from '#client/features/devices/newer-figures.tsx'
import { useScreenKeys } from '#client/frame/screen-keys.ts'
import { locale, useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { QueryError } from '#client/ui/status.tsx'
import { businessDay, businessTime } from '#shared/business-time.ts'
import { roleOfLabel } from '#shared/roles.ts'
import type { NeedKind, Today } from '#shared/today.ts'
import { NeedQueue } from './need-queue.tsx'
import { GoneRow } from './need-queue-parts.tsx'
import { keyOf } from './need-words.ts'
import { OwnerMonth } from './owner-month.tsx'
import { RateCard } from './rate-card.tsx'
import { LatestFeed, OwnProjects, TankersToday, WorstSites } from './side-cards.tsx'
import { StateBar } from './state-bar.tsx'
import { TankerStrip } from './tanker-strip.tsx'
import { useNeedActions } from './use-need-actions.tsx'
import { useGoneNeed, useOpenNeed } from './use-open-need.ts'

// Not needed for the first paint of the queue.
const NeedPanel = lazyPart(async () => (await import('./need-panel.tsx')).NeedPanel, null, true)
const Newcomer = lazyPart(async () => (await import('./newcomer.tsx')).Newcomer, <Skeleton className="h-96 w-full" />)

const refetchMilliseconds = 60_000
const lookingKeys = [
  { keys: ['J', 'K', '↑', '↓'], word: 'today.key.move' },
  { keys: ['Enter'], word: 'today.key.open' },
] as const
const dealingKeys = [
  ...lookingKeys,
  { keys: ['E'], word: 'today.key.act' },
  { keys: ['X'], word: 'today.key.select' },
] as const

/** The start screen: what changed, what waits for this person with the button for it, and the state of the fleet. */
export function TodayScreen() {
  const [whole, setWhole] = useState<readonly NeedKind[]>([])
  const today = trpc.today.get.useQuery(whole.length > 0 ? { whole: [...whole] } : undefined, {
    placeholderData: keepPreviousData,
    refetchInterval: refetchMilliseconds,
  })
  if (today.error && !today.data) return <QueryError query={today} className="min-h-96" />
  if (!today.data) return <TodaySkeleton />
  return today.data.fleet === null ? (
    <Newcomer today={today.data} />
  ) : (
    <FleetToday
      today={today.data}
      fleet={today.data.fleet}
      onWhole={(kind) => setWhole((kinds) => [...new Set([...kinds, kind])])}
    />
  )
}

type Fleet = NonNullable<Today['fleet']>

/** The date, the time of the figures, and the coverage of the fleet; `now` = milliseconds since 1970. */
function TodayHead({ fleet, now, checkedAt }: { fleet: Fleet; now: number; checkedAt: string }) {
  const say = useWord()
  const { timeZone } = useSession()
  const date = new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric', timeZone }).format(now)
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <h1 className="text-lg font-semibold max-sm:leading-5">
        {/* On a phone the bar shows it. */}
        <span className="mr-3 max-sm:sr-only">{say('route.today')}</span>
        <span className="text-sm font-normal text-muted">{date}</span>
      </h1>
      <span className="figures flex flex-wrap items-center gap-3 text-muted">
        <NewerFigures />
        {say('today.checkedAt', { time: checkedAt })}
        {fleet.coverage && <CoverageChip coverage={fleet.coverage} />}
      </span>
    </header>
  )
}

type FleetProps = { today: Today; fleet: Fleet; onWhole: (kind: NeedKind) => void }

function FleetToday({ today, fleet, onWhole }: FleetProps) {
  const say = useWord()
  const { timeZone, nickName } = useSession()
  // A registrar moves tankers, and the states of machines not at all.
  const receives = roleOfLabel(nickName) === 'registrar' && today.tankers !== null
  const now = Date.parse(today.asOf)
  const at = { now, today: businessDay(new Date(now), timeZone) }
  const checkedAt = businessTime(new Date(now), timeZone).slice('YYYY-MM-DD '.length, 'YYYY-MM-DD HH:mm'.length)
  const { openKey, show, close } = useOpenNeed()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const actions = useNeedActions(() => setSelected(new Set()))
  useScreenKeys(actions.mayDeal ? dealingKeys : lookingKeys)
  const groups = today.needs ?? []
  const open = groups.flatMap(({ rows }) => rows).find((need) => keyOf(need) === openKey)
  const gone = useGoneNeed(openKey, open !== undefined)
  return (
    <div className="grid grid-cols-1 gap-4">
      <TodayHead fleet={fleet} now={now} checkedAt={checkedAt} />
      {receives && today.tankers ? <TankerStrip tankers={today.tankers} /> : <StateBar fleet={fleet} />}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-3">
        <div className="grid grid-cols-1 gap-4 lg:col-span-2">
          {fleet.month && <OwnerMonth month={fleet.month} />}
          {gone !== null && <GoneRow openKey={gone} groups={groups} onClose={close} />}
          <NeedQueue
            groups={groups}
            onWhole={onWhole}
            title={say(fleet.month ? 'today.ownMachines' : 'today.needs')}
            at={at}
            checkedAt={checkedAt}
            openKey={openKey}
            onOpen={(need) => (openKey === keyOf(need) ? close() : show(keyOf(need)))}
            onFollow={show}
            onClose={close}
            selected={selected}
            onSelect={setSelected}
            actions={actions}
          />
          {receives && <StateBar fleet={fleet} />}
        </div>
        <div className="grid grid-cols-1 gap-4">
          {open && <NeedPanel key={openKey} need={open} at={at} actions={actions} onClose={close} />}
          {/* Hidden instead of unmounted while a row is open, so that closing the row does not draw it again. */}
          <div className={classNames('grid grid-cols-1 gap-4', open && 'lg:hidden')}>
            {!receives && today.tankers && today.tankers.waiting + today.tankers.arrived > 0 && (
              <TankersToday tankers={today.tankers} />
            )}
            <RateCard rate={fleet.rate} outside={fleet.outside} marks={fleet.marks} />
            <WorstSites sites={fleet.worst} />
            {fleet.feed && <LatestFeed feed={fleet.feed} />}
            <OwnProjects projects={today.projects} count={today.projectCount} />
          </div>
        </div>
      </div>
      {actions.dialog}
    </div>
  )
}

/** Placeholder of the loading page; its parts are as high as the loaded ones. */
function TodaySkeleton() {
  const say = useWord()
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">
        {say('route.today')}
        <span role="status" className="sr-only">
          {say('ui.loading')}
        </span>
      </h1>
      <Skeleton className="h-[118px] w-full" />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-3">
        <Skeleton className="h-[70dvh] w-full lg:col-span-2" />
        <div className="grid gap-4">
          <Skeleton className="h-[338px] w-full" />
          <Skeleton className="h-44 w-full" />
        </div>
      </div>
    </div>
  )
}
