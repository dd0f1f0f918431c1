import { CircleCheckBig } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { formatNumber, say } from '#client/i18n.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import type { Need, NeedGroup, NeedKind } from '#shared/today.ts'
import { Chosen, Group, KeysHint, useIsLink } from './need-queue-parts.tsx'
import { NeedRow } from './need-row.tsx'
import { keyOf, type ReadAt } from './need-words.ts'
import { isSelectable } from './use-need-actions.tsx'
import { type Queue, useQueue } from './use-queue.ts'

type Props = Queue & {
  /** The heading: what waits for this person, or for an owner the news about the machines. */
  title: string
  at: ReadAt
  /** The time of the data in the business time zone. */
  checkedAt: string
  /** Show all rows of a kind. */
  onWhole: (kind: NeedKind) => void
}

const sumOf = (groups: readonly NeedGroup[]) =>
  groups.reduce((sum, { total, toldAbove = 0 }) => sum + total - toldAbove, 0)

/**
 * Everything that waits for this person, the most urgent kind first. Rows can be opened, selected and acted on by
 * pointer or keys.
 */
export function NeedQueue(props: Props) {
  const { groups, title, at, checkedAt, openKey, onOpen, selected, onSelect, actions } = props
  const list = useRef<HTMLElement>(null)
  const { needs, chosen, together, toggle, deal, reachable, reach } = useQueue(list, props)
  const [first] = chosen
  return (
    <Card
      ref={list}
      padded={false}
      title={
        <>
          {title}
          <span className="figures ml-2 font-normal text-muted">
            {needs.length > 0 && say('today.needCount', { count: formatNumber(sumOf(groups)) })}
          </span>
        </>
      }
      actions={
        first ? (
          <Chosen
            count={chosen.length}
            act={together ? say(actions.wordOf(first.kind)) : null}
            onAct={() => deal(chosen)}
            onClear={() => onSelect(new Set())}
          />
        ) : (
          needs.length > 0 && <KeysHint deals={actions.mayDeal} />
        )
      }
    >
      {needs.length === 0 ? (
        <NothingWaits checkedAt={checkedAt} />
      ) : (
        <Groups groups={groups} onWhole={props.onWhole}>
          {(need) => (
            <NeedRow
              key={keyOf(need)}
              need={need}
              at={at}
              open={openKey === keyOf(need)}
              reachable={reachable === keyOf(need)}
              onFocus={() => reach(keyOf(need))}
              selected={selected.has(keyOf(need))}
              action={actions.mayAct[need.kind] ? say(actions.wordOf(need.kind)) : null}
              onSelect={isSelectable(need) && actions.mayAct[need.kind] ? () => toggle(keyOf(need)) : null}
              onOpen={() => onOpen(need)}
              onAct={() => deal([need])}
            />
          )}
        </Groups>
      )}
    </Card>
  )
}

/** The rows by kind; a heading has a link for people who may open the list. */
function Groups({
  groups,
  onWhole,
  children,
}: Pick<Props, 'groups' | 'onWhole'> & { children: (need: Need) => ReactNode }) {
  const isLink = useIsLink()
  return groups.map((group) => (
    <Group key={group.kind} group={group} isLink={isLink(group.kind)} onWhole={() => onWhole(group.kind)}>
      {group.rows.map(children)}
    </Group>
  ))
}

const NothingWaits = ({ checkedAt }: Pick<Props, 'checkedAt'>) => (
  <EmptyState
    className="min-h-80"
    icon={<CircleCheckBig aria-hidden className="size-8 text-success" strokeWidth={1.25} />}
    title={say('today.empty')}
    help={say('today.emptyHelp', { time: checkedAt })}
  />
)
