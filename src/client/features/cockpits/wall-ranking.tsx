import { formatNumber, formatPercent, useWord } from '#client/i18n.ts'
import { endsOf, rateAxis, shareOf } from '#client/ui/rate-axis.ts'
import type { WallPlace } from '#shared/cockpits.ts'
import { WallPanel } from './wall-panel.tsx'

const fewestRows = 2
/** How long a page of places is shown, in milliseconds: long enough to read it from a distance. */
const pageMilliseconds = 12_000
/** `count` = the number of places, if the response does not contain all of them. */
type Props = {
  title: string
  places: readonly WallPlace[] | undefined
  count?: number | undefined
  by: 'total' | 'onlineRate'
  /** Places of other panels whose bars have the same axis. */
  beside?: readonly WallPlace[] | undefined
  rows: number
  now: number
}

/**
 * Places with a bar each: the number of devices, or the percentage online. If not all places fit, the pages alternate.
 */
export function WallRanking({ title, places, count, by, beside = [], rows: most, now }: Props) {
  const say = useWord()
  const largest = Math.max(1, ...(places ?? []).map(({ total }) => total))
  const axis = rateAxis(by === 'onlineRate' ? [...(places ?? []), ...beside].map(({ onlineRate }) => onlineRate) : [])
  const ends = endsOf(axis)
  const loaded = places?.length ?? 0
  const pages = Math.max(1, Math.ceil(loaded / most))
  const page = Math.floor(now / pageMilliseconds) % pages
  // Use pages of equal size, so that none is nearly empty.
  const size = Math.ceil(loaded / pages)
  const more = (count ?? loaded) - loaded
  const shown = Math.max(fewestRows, places ? size : most)
  return (
    <WallPanel
      title={[
        title,
        ...(ends ? [ends] : []),
        ...(pages > 1 ? [`${page + 1} / ${pages}`] : []),
        ...(more > 0 ? [say('wall.moreRows', { count: more })] : []),
      ].join(' · ')}
      grow={shown + 1}
    >
      {places?.length === 0 && <p className="text-muted">{say('wall.none')}</p>}
      <ol className="grid h-full gap-[0.4em]" style={{ gridTemplateRows: `repeat(${shown}, minmax(0, 1fr))` }}>
        {(places ?? []).slice(page * size, (page + 1) * size).map((place) => (
          <li key={`${place.id} ${place.name}`} className="flex min-h-0 flex-col justify-center">
            <p className="flex items-baseline justify-between gap-[0.6em]">
              <span className="truncate">{place.name}</span>
              <span className="figures font-semibold whitespace-nowrap">
                {by === 'total' ? formatNumber(place.total) : formatPercent(place.onlineRate)}
                <span className="ml-[0.5em] text-(length:--wall-small) font-normal text-muted">
                  {by === 'total'
                    ? formatPercent(place.onlineRate)
                    : `${formatNumber(place.online)}/${formatNumber(place.inService)}`}
                </span>
              </span>
            </p>
            <span aria-hidden className="mt-[0.2em] block h-[0.4em] shrink-0 rounded-full bg-sunken">
              <span
                className="block h-full rounded-full forced-colors:bg-[CanvasText]!"
                style={{
                  width: `${by === 'total' ? (place.total / largest) * 100 : shareOf(axis, place.onlineRate)}%`,
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
