import { durationText } from '#client/features/warnings/duration-text.ts'
import { useWord } from '#client/i18n.ts'
import { StateShape } from '#client/ui/state-tag.tsx'
import type { AlertRow } from '#shared/alerts.ts'
import type { WallWarning } from '#shared/cockpits.ts'
import { WallAlert } from './wall-alerts.tsx'
import { WallPanel } from './wall-panel.tsx'

const shownRows = 9
const row = 'flex min-h-0 flex-col justify-center border-b border-line pb-[0.2em] last:border-b-0'
type Props = { alerts: readonly AlertRow[]; warnings: readonly WallWarning[] | undefined; now: number }

/** Open events, and below them the devices that got into trouble last: which, what, where, for how long. */
export function WallWarnings({ alerts, warnings, now }: Props) {
  const say = useWord()
  return (
    <WallPanel title={say('wall.warnings')}>
      {warnings?.length === 0 && alerts.length === 0 && <p className="text-muted">{say('wall.noWarnings')}</p>}
      <ol
        className="grid h-full content-start gap-[0.3em]"
        style={{ gridTemplateRows: `repeat(${shownRows}, minmax(0, 1fr))` }}
      >
        {alerts.map((alert) => (
          <li key={`event ${alert.id}`} className={row}>
            <WallAlert alert={alert} now={now} />
          </li>
        ))}
        {(warnings ?? []).slice(0, shownRows - alerts.length).map(({ id, serial, state, site, client, stateSince }) => (
          <li key={id} className={row}>
            <p className="flex items-baseline justify-between gap-[0.6em]">
              <span className="truncate font-mono">{serial}</span>
              <span className="flex items-center gap-[0.4em] font-medium whitespace-nowrap">
                <StateShape state={state} className="size-[0.75em]!" />
                {say(`device.state.${state}`)}
              </span>
            </p>
            <p className="flex items-baseline justify-between gap-[0.6em] text-(length:--wall-small) text-muted">
              <span className="truncate">{[site, client].filter(Boolean).join(' · ') || '-'}</span>
              <span className="figures whitespace-nowrap">{durationText(stateSince, now, say)}</span>
            </p>
          </li>
        ))}
      </ol>
    </WallPanel>
  )
}
