import { formatNumber, useWord } from '#client/i18n.ts'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { StateTag } from '#client/ui/state-tag.tsx'
import type { FeedTransition } from '#shared/feed.ts'

/** From which state to which, and how many. */
export function FeedTransitions({ transitions }: { transitions: readonly FeedTransition[] }) {
  const say = useWord()
  return (
    <PlainTable
      label={say('feedScreen.transitions')}
      columns={[{ title: say('feedScreen.from') }, { title: say('feedScreen.to') }, { title: say('feedScreen.devices'), figures: true }]}
      rows={transitions.map(({ from, to, count }) => ({
        key: `${from}-${to}`,
        cells: [from ? <StateTag key="from" state={from} /> : say('feedScreen.newDevice'), <StateTag key="to" state={to} />, formatNumber(count)],
      }))}
      empty={say('feedScreen.noTransitions')}
    />
  )
}
