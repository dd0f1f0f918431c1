import { Check, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatNumber, labelled, say } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import { type NeedGroup, type NeedKind, needKinds, shownNeeds } from '#shared/today.ts'
import { listOfKind } from './need-words.ts'

/** Hint about the keys of the queue, where there are any; `deals` = this person may do more than look. */
export const KeysHint = ({ deals }: { deals: boolean }) => (
  <span className="hidden text-xs text-muted lg:inline pointer-coarse:hidden">
    {say(deals ? 'today.keys' : 'today.keysLook')}
  </span>
)

/** The number of selected rows and their joint action; `act` null = the rows are of several kinds. */
export const Chosen = ({
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

type GoneProps = { openKey: string; groups: readonly NeedGroup[]; onClose: () => void }

/** Whether this person may open the list of a kind. */
export function useIsLink(): (kind: NeedKind) => boolean {
  const { routes } = useSession()
  return (kind) => routes.some(({ path }) => path === listOfKind[kind].split('?', 1)[0])
}

/** Where a link leads to a row that the queue does not have. */
export function GoneRow({ openKey, groups, onClose }: GoneProps) {
  const isLink = useIsLink()
  const kind = needKinds.find((one) => openKey.startsWith(`${one}-`))
  const group = groups.find((one) => one.kind === kind)
  const hasMore = group !== undefined && group.total > group.rows.length + (group.toldAbove ?? 0)
  return (
    <div
      role="status"
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-md border border-line bg-surface py-1 pr-1.5 pl-4"
    >
      <Check aria-hidden className="size-4 text-success" />
      <p>
        {say(hasMore ? 'today.goneOrLater' : 'today.gone')}{' '}
        {kind && isLink(kind) && (
          <AppLink href={listOfKind[kind]} className="whitespace-nowrap text-accent underline-offset-2 hover:underline">
            {say('today.listOf')}
          </AppLink>
        )}
      </p>
      <IconButton label={say('ui.close')} icon={<X aria-hidden className="size-4" />} onClick={onClose} />
    </div>
  )
}

const headLink =
  'inline-flex min-h-6 items-center font-normal whitespace-nowrap text-accent underline-offset-2 hover:underline'

/**
 * The rows of one kind under a heading, with a button for the rows that are not shown yet; `isLink` = the person may
 * open the list, which has more columns and other rows, too.
 */
export function Group({
  group: { kind, total, totalCapped, toldAbove = 0, rows },
  isLink,
  onWhole,
  children,
}: {
  group: NeedGroup
  isLink: boolean
  onWhole: () => void
  children: ReactNode
}) {
  const heading = say(`today.kind.${kind}`)
  const count = `${formatNumber(total)}${totalCapped ? '+' : ''}`
  const hasMore =
    rows.length === shownNeeds && total > rows.reduce((sum, row) => sum + Math.max(1, row.count), toldAbove)
  const section = useRef<HTMLElement>(null)
  const [asked, setAsked] = useState(false)
  // The button is gone by then: the focus moves on to the first new row.
  useEffect(() => {
    if (!asked || rows.length <= shownNeeds) return
    setAsked(false)
    section.current?.querySelectorAll<HTMLElement>('[data-need]')[shownNeeds]?.focus()
  }, [asked, rows.length])
  const showAll = () => {
    setAsked(true)
    onWhole()
  }
  return (
    <section ref={section} aria-label={heading} className="border-b border-line last:border-b-0">
      <h3 className="flex min-h-8 items-center justify-between gap-x-2 bg-sunken px-4 py-1 text-xs font-medium max-sm:flex-wrap max-sm:py-2">
        <span className="min-w-0 sm:truncate">
          {heading}
          <span className="figures ml-1.5 font-normal text-muted">
            {count}
            {toldAbove > 0 && ` · ${say('today.toldAbove', { count: toldAbove })}`}
          </span>
        </span>
        <span className="ml-auto flex gap-3">
          {hasMore && (
            <button
              type="button"
              aria-label={labelled(say('today.all', { count }), heading)}
              className={headLink}
              onClick={showAll}
            >
              {say('today.all', { count })}
            </button>
          )}
          {isLink && (
            <AppLink href={listOfKind[kind]} aria-label={labelled(say('today.listOf'), heading)} className={headLink}>
              {say('today.listOf')}
            </AppLink>
          )}
        </span>
      </h3>
      <ul>{children}</ul>
    </section>
  )
}
