import { formatNumber, useWord } from '#client/i18n.ts'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { StateTag } from '#client/ui/state-tag.tsx'
import type { FeedTransition } from '#shared/feed.ts'

type Props = {
  transitions: readonly FeedTransition[]
  /** Show the machines behind a number, if they can be listed. */
  onOpen?: (transition: FeedTransition) => void
}

/** The number of machines per transition between two states. */
export function FeedTransitions({ transitions, onOpen }: Props) {
  const say = useWord()
  return (
    <PlainTable
      label={say('feedScreen.transitions')}
      columns={[
        { title: say('feedScreen.from') },
        { title: say('feedScreen.to') },
        { title: say('feedScreen.devices'), figures: true },
      ]}
      rows={transitions.map((transition) => {
        const { from, to, count } = transition
        const number = formatNumber(count)
        return {
          key: `${from}-${to}`,
          cells: [
            from ? <StateTag key="from" state={from} /> : say('feedScreen.newDevice'),
            <StateTag key="to" state={to} />,
            onOpen ? (
              <button
                key="count"
                type="button"
                className="figures min-h-6 text-accent underline-offset-2 hover:underline"
                aria-label={say('batch.openMachines', { count: number, to: say(`device.state.${to}`) })}
                onClick={() => onOpen(transition)}
              >
                {number}
              </button>
            ) : (
              number
            ),
          ],
        }
      })}
      empty={say('feedScreen.noTransitions')}
    />
  )
}
