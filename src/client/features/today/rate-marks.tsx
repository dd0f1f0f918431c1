import { formatNumber, type say as Say, say } from '#client/i18n.ts'
import type { DayMark } from '#shared/today.ts'

/** The events of a day in words; empty = none. */
export const markText = (mark: DayMark | undefined, say: typeof Say): string =>
  mark
    ? [
        mark.fall !== null && say('today.mark.fall', { points: mark.fall.toFixed(2) }),
        mark.transfers > 0 && say('today.mark.transfers', { count: formatNumber(mark.transfers) }),
        mark.feeds > 0 && say('today.mark.feeds', { count: formatNumber(mark.feeds) }),
      ]
        .filter(Boolean)
        .join(' · ')
    : ''

const shapes = {
  fall: <path d="M1 5h8l-4 7z" fill="var(--state-warn)" />,
  transfer: <path d="M2 5.5h6v6h-6z" fill="none" stroke="var(--accent)" strokeWidth="1.5" />,
  feed: <path d="M5 0v3.5" stroke="var(--muted)" strokeWidth="1.5" />,
}

/** The legend of the shapes that occur under the days. */
export function MarksLegend({ marks }: { marks: readonly DayMark[] }) {
  const texts = {
    fall: marks.some(({ fall }) => fall !== null),
    transfer: marks.some(({ transfers, fall }) => transfers > 0 && fall === null),
    feed: marks.some(({ feeds }) => feeds > 0),
  }
  return (
    <ul className="flex min-h-4 flex-wrap gap-x-3 text-xs text-muted">
      {(['fall', 'transfer', 'feed'] as const).map(
        (kind) =>
          texts[kind] && (
            <li key={kind} className="flex items-center gap-1 leading-4">
              <svg aria-hidden viewBox={kind === 'feed' ? '0 -5 10 14' : '0 0 10 14'} className="h-3.5 w-2.5">
                {shapes[kind]}
              </svg>
              {say(`today.legend.${kind}`)}
            </li>
          ),
      )}
    </ul>
  )
}

/**
 * A row of shapes under the days: a stroke for a feed, a square for a transfer, a triangle for a fall. Legend, text
 * line and table say the same in words.
 */
export function RateMarks({ days, marks }: { days: readonly string[]; marks: readonly DayMark[] }) {
  const last = Math.max(1, days.length - 1)
  return (
    <div aria-hidden className="relative h-4">
      {marks.map(({ day, feeds, transfers, fall }) => {
        const index = days.indexOf(day)
        if (index < 0) return null
        return (
          <svg
            key={day}
            aria-hidden
            viewBox="0 0 10 14"
            className="absolute top-0.5 h-3.5 w-2.5 -translate-x-1/2"
            style={{ left: `${(index / last) * 100}%` }}
          >
            {feeds > 0 && shapes.feed}
            {fall !== null ? shapes.fall : transfers > 0 && shapes.transfer}
          </svg>
        )
      })}
    </div>
  )
}
