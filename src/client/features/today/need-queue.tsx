import { CircleCheckBig } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { formatNumber, say } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import type { Need, NeedGroup } from '#shared/today.ts'
import { NeedRow } from './need-row.tsx'
import { keyOf, listOfKind, type ReadAt } from './need-words.ts'
import { isSelectable, type NeedActions } from './use-need-actions.tsx'
import { useQueueKeys } from './use-queue-keys.ts'

type Props = {
  groups: readonly NeedGroup[]
  /** Whose it is: what waits for him, or what became of his machines. */
  title: string
  at: ReadAt
  /** The moment of the reading by the clock of the business. */
  checkedAt: string
  openKey: string | null
  onOpen: (need: Need) => void
  onClose: () => void
  selected: ReadonlySet<string>
  onSelect: (keys: ReadonlySet<string>) => void
  actions: NeedActions
}

const sumOf = (groups: readonly NeedGroup[]) =>
  groups.reduce((sum, { total, toldAbove = 0 }) => sum + total - toldAbove, 0)

/** Everything that waits for this person, the most urgent kind first; moved through, opened, selected and dealt with by pointer or keys. */
export function NeedQueue({
  groups,
  title,
  at,
  checkedAt,
  openKey,
  onOpen,
  onClose,
  selected,
  onSelect,
  actions,
}: Props) {
  const { routes } = useSession()
  const paths = routes.map(({ path }) => path)
  const list = useRef<HTMLDivElement>(null)
  const needs = groups.flatMap(({ rows }) => rows)
  const chosen = needs.filter((need) => selected.has(keyOf(need)))
  const [first, ...others] = chosen
  const together =
    first !== undefined &&
    others.every(({ kind, state }) => kind === first.kind && (kind !== 'conflict' || state === first.state))
  const toggle = (key: string) => {
    const next = new Set(selected)
    if (!next.delete(key)) next.add(key)
    onSelect(next)
  }
  const deal = (some: readonly Need[]) => {
    const [only] = some
    if (only && !actions.act(some)) onOpen(only)
  }
  useQueueKeys(list, {
    close: onClose,
    select: (key) => {
      const need = needs.find((one) => keyOf(one) === key)
      if (need && isSelectable(need) && actions.mayAct[need.kind]) toggle(key)
    },
    act: (key) => {
      if (together) deal(chosen)
      else if (chosen.length === 0) deal(needs.filter((need) => keyOf(need) === key))
    },
  })
  return (
    <Card
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
        <EmptyState
          className="min-h-80"
          icon={<CircleCheckBig aria-hidden className="size-8 text-success" strokeWidth={1.25} />}
          title={say('today.empty')}
          help={say('today.emptyHelp', { time: checkedAt })}
        />
      ) : (
        <div ref={list}>
          {groups.map((group) => (
            <Group
              key={group.kind}
              group={group}
              isLink={paths.includes(listOfKind[group.kind].split('?', 1)[0] ?? '')}
            >
              {group.rows.map((need) => (
                <NeedRow
                  key={keyOf(need)}
                  need={need}
                  at={at}
                  open={openKey === keyOf(need)}
                  selected={selected.has(keyOf(need))}
                  action={actions.mayAct[need.kind] ? say(actions.wordOf(need.kind)) : null}
                  onSelect={isSelectable(need) && actions.mayAct[need.kind] ? () => toggle(keyOf(need)) : null}
                  onOpen={() => onOpen(need)}
                  onAct={() => deal([need])}
                />
              ))}
            </Group>
          ))}
        </div>
      )}
    </Card>
  )
}

/** The keys, where there are some; `deals` = this person may do more than look. */
const KeysHint = ({ deals }: { deals: boolean }) => (
  <span className="hidden text-xs text-muted lg:inline pointer-coarse:hidden">
    {say(deals ? 'today.keys' : 'today.keysLook')}
  </span>
)

/** What is selected, and what can be done with all of it; `act` null = it is of several kinds. */
const Chosen = ({
  count,
  act,
  onAct,
  onClear,
}: {
  count: number
  act: string | null
  onAct: () => void
  onClear: () => void
}) => (
  <span role="status" className="flex flex-wrap items-center gap-2">
    <span className="figures font-medium">{say('today.selected', { count })}</span>
    {act === null ? (
      <span className="text-muted">{say('today.mixed')}</span>
    ) : (
      <Button size="sm" variant="primary" onClick={onAct}>
        {act}
      </Button>
    )}
    <Button size="sm" variant="quiet" onClick={onClear}>
      {say('today.clear')}
    </Button>
  </span>
)

/** What waits of one kind, under its heading; `isLink` = the caller may open the list that has all of it. */
function Group({
  group: { kind, total, totalCapped, toldAbove = 0, rows },
  isLink,
  children,
}: {
  group: NeedGroup
  isLink: boolean
  children: ReactNode
}) {
  const heading = say(`today.kind.${kind}`)
  const count = `${formatNumber(total)}${totalCapped ? '+' : ''}`
  // Where all are here, the list has what else is known of them.
  const all = total > rows.length + toldAbove ? say('today.all', { count }) : say('today.listOf')
  return (
    <section aria-label={heading} className="border-b border-line last:border-b-0">
      <h3 className="flex min-h-8 items-center justify-between gap-2 bg-sunken px-4 text-xs font-medium">
        <span className="min-w-0 truncate">
          {heading}
          <span className="figures ml-1.5 font-normal text-muted">{count}</span>
        </span>
        {isLink && (
          <AppLink
            href={listOfKind[kind]}
            aria-label={`${all}: ${heading}`}
            className="inline-flex min-h-6 items-center font-normal whitespace-nowrap text-accent underline-offset-2 hover:underline"
          >
            {all}
          </AppLink>
        )}
      </h3>
      <ul>{children}</ul>
    </section>
  )
}
