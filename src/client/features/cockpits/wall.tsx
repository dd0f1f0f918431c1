import { TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { useBare } from '#client/bare.ts'
import { meansSignedOut } from '#client/failures.ts'
import { useFullScreen } from '#client/features/machine-types/use-full-screen.ts'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { signedOut } from '#client/signed-out.ts'
import { formatInstant } from '#client/ui/instant.ts'
import type { Wall as WallData } from '#shared/cockpits.ts'
import type { Word } from '#shared/i18n/index.ts'
import { isStale } from './staleness.ts'
import { useClock } from './use-clock.ts'
import { useWallTheme } from './use-wall-theme.ts'
import { useWallAlerts } from './wall-alerts.tsx'
import { WallCards } from './wall-cards.tsx'
import { WallCoverage } from './wall-coverage.tsx'
import { WallHead } from './wall-head.tsx'
import { WallRanking } from './wall-ranking.tsx'
import { WallRates } from './wall-rates.tsx'
import { WallWarnings } from './wall-warnings.tsx'
import './wall.css'

type Props = {
  kind: 'base' | 'headquarters'
  wall: WallData | undefined
  /** When the last response came, 0 = never; and why the last attempt failed. */
  answeredAt: number
  error: unknown
}

/** Return the link from the wall of a base to that of headquarters or back, for users who may see both. */
function useOtherWall(kind: Props['kind']): { path: string; title: Word } | null {
  const { routes } = useSession()
  const other =
    kind === 'base'
      ? ({ path: '/screen/index', title: 'route.screen' } as const)
      : ({ path: '/base_screen/index', title: 'route.baseScreen' } as const)
  return routes.some(({ path }) => path === other.path) ? other : null
}

/** The machines of the provinces, of the bases for headquarters, and of the sites. */
function WallRankings({ kind, wall, now }: Pick<Props, 'kind' | 'wall'> & { now: number }) {
  const say = useWord()
  return (
    <div className="wall-rankings">
      <WallRanking
        title={say('wall.provinces')}
        places={wall?.provinces}
        by="total"
        rows={kind === 'base' ? 6 : 5}
        now={now}
      />
      {kind === 'headquarters' && (
        <WallRanking
          title={say('wall.bases')}
          places={wall?.bases}
          count={wall?.baseCount}
          by="onlineRate"
          beside={wall?.sites}
          rows={3}
          now={now}
        />
      )}
      <WallRanking
        title={say('wall.sites')}
        places={wall?.sites}
        count={wall?.siteCount}
        by="onlineRate"
        beside={kind === 'headquarters' ? wall?.bases : undefined}
        rows={kind === 'base' ? 6 : 4}
        now={now}
      />
    </div>
  )
}

type StatusProps = { wall: WallData | undefined; stale: boolean; failed: boolean }

/** The time of the data, or a warning that they are out of date. */
function WallStatus({ wall, stale, failed }: StatusProps) {
  const say = useWord()
  const { timeZone } = useSession()
  const warns = stale || (failed && !wall)
  return (
    <p
      role="status"
      className={
        warns
          ? 'flex items-center gap-[0.5em] rounded-md bg-caution-soft px-[0.8em] py-[0.3em] font-semibold text-caution'
          : 'figures text-muted'
      }
    >
      {warns && <TriangleAlert aria-hidden className="size-[1.2em] shrink-0" />}
      {wall
        ? say(stale ? 'wall.stale' : 'wall.asOf', { time: formatInstant(wall.asOf, timeZone) })
        : failed
          ? say('wall.offline')
          : say('ui.loading')}
    </p>
  )
}

/**
 * A wall screen: everything visible at once, without clicks or scrolling. It shows the time of its data, and warns when
 * the data is out of date.
 */
export function Wall({ kind, wall, answeredAt, error }: Props) {
  const say = useWord()
  const { timeZone, companyName } = useSession()
  const { full, toggle } = useFullScreen()
  const { dark, toggle: toggleDark } = useWallTheme()
  const now = useClock()
  const embedded = useBare()
  const alerts = useWallAlerts()
  // A wall reports no other failure: it shows that it is out of date, and retries.
  const over = meansSignedOut(error)
  useEffect(() => {
    if (over) signedOut(false)
  }, [over])
  const other = useOtherWall(kind)
  const failed = error !== null && error !== undefined && !over
  const stale = isStale({ now, answeredAt, failed })
  return (
    <div data-stale={stale || undefined} className="wall fixed inset-0 z-30 overflow-auto bg-ground text-ink">
      <WallHead
        title={say(`wall.${kind}`)}
        company={wall?.company ?? companyName}
        date={wall?.date}
        now={now}
        timeZone={timeZone}
        embedded={embedded}
        other={other}
        full={full}
        onFull={toggle}
        dark={dark}
        onDark={toggleDark}
      />
      <WallCards counts={wall?.counts} />
      {/* Remount once the figures are loaded, so that they appear at their places instead of moving there. */}
      <div key={wall ? 'loaded' : 'loading'} className="wall-panels">
        <WallRankings kind={kind} wall={wall} now={now} />
        <WallRates lines={wall?.rates} never={wall?.outside.never ?? 0} />
        <WallWarnings alerts={alerts} warnings={wall?.warnings} now={now} />
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-x-(--wall-gap) gap-y-1">
        {wall ? <WallCoverage coverage={wall.coverage} /> : <span />}
        <WallStatus wall={wall} stale={stale} failed={failed} />
      </footer>
    </div>
  )
}
