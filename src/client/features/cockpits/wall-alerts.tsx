import { countText, placeText } from '#client/features/alerts/alert-text.ts'
import { SeverityMark } from '#client/features/alerts/severity-mark.tsx'
import { durationText } from '#client/features/warnings/duration-text.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import type { AlertRow } from '#shared/alerts.ts'
import { wallMilliseconds } from '#shared/cockpits.ts'

/** The most events shown, so that machines also fit. */
const mostShown = 4

/** Return the open critical and warning events for a wall; fetched together with its figures. */
export function useWallAlerts(): readonly AlertRow[] {
  const { data } = trpc.alerts.open.useQuery(
    {},
    { refetchInterval: wallMilliseconds, refetchIntervalInBackground: true, retry: false, meta: { silent: true } },
  )
  return (data?.rows ?? []).filter(({ severity }) => severity !== 'notice').slice(0, mostShown)
}

/** One open event, in two lines like a machine in trouble. */
export function WallAlert({ alert, now }: { alert: AlertRow; now: number }) {
  const say = useWord()
  return (
    <>
      <p className="flex items-baseline justify-between gap-[0.6em]">
        <span className="truncate font-medium">{say(`alerts.kind.${alert.kind}`)}</span>
        <SeverityMark severity={alert.severity} className="font-medium" />
      </p>
      <p className="flex items-baseline justify-between gap-[0.6em] text-(length:--wall-small) text-muted">
        <span className="truncate">{[placeText(alert), countText(alert, say)].join(' · ')}</span>
        <span className="figures whitespace-nowrap">{durationText(alert.openedAt, now, say)}</span>
      </p>
    </>
  )
}
