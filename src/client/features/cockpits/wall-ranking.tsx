import { formatNumber, formatPercent, useWord } from '#client/i18n.ts'
import type { WallPlace } from '#shared/cockpits.ts'
import { WallPanel } from './wall-panel.tsx'

const fewestRows = 2
/** `count` = how many places there are, where not all are told. */
type Props = { title: string; places: readonly WallPlace[] | undefined; count?: number | undefined; by: 'total' | 'onlineRate'; rows: number }

/** Places with a bar each: how many devices, or which part of them is online. */
export function WallRanking({ title, places, count, by, rows: most }: Props) {
  const say = useWord()
  const largest = Math.max(1, ...(places ?? []).map(({ total }) => total))
  const more = (count ?? places?.length ?? 0) - most
  const shown = Math.max(fewestRows, Math.min(most, places?.length ?? most))
  return (
    <WallPanel title={more > 0 ? `${title} · ${say('wall.moreRows', { count: more })}` : title} grow={shown + 1}>
      {places?.length === 0 && <p className="text-muted">{say('wall.none')}</p>}
      <ol className="grid h-full gap-[0.4em]" style={{ gridTemplateRows: `repeat(${shown}, minmax(0, 1fr))` }}>
        {(places ?? []).slice(0, most).map((place) => (
          <li key={`${place.id} ${place.name}`} className="flex min-h-0 flex-col justify-center">
            <p className="flex items-baseline justify-between gap-[0.6em]">
              <span className="truncate">{place.name}</span>
              <span className="figures font-semibold whitespace-nowrap">
                {by === 'total' ? formatNumber(place.total) : formatPercent(place.onlineRate)}
                <span className="ml-[0.5em] text-(length:--wall-small) font-normal text-muted">
                  {by === 'total' ? formatPercent(place.onlineRate) : `${formatNumber(place.online)}/${formatNumber(place.inService)}`}
                </span>
              </span>
            </p>
            <span aria-hidden className="mt-[0.2em] block h-[0.4em] shrink-0 rounded-full bg-sunken">
              <span
                className="block h-full rounded-full"
                style={{
                  width: `${by === 'total' ? (place.total / largest) * 100 : (place.onlineRate ?? 0)}%`,
                  background: by === 'total' ? 'var(--accent)' : 'var(--state-normal)',
                }}
              />
            </span>
          </li>
        ))}
      </ol>
    </WallPanel>
  )
}
