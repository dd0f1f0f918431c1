import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber, say } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import { type NeedGroup, type NeedKind, needKinds } from '#shared/today.ts'
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

/** The rows of one kind under a heading; `isLink` = the person may open the full list. */
export function Group({
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
  // When the queue shows all rows, the link leads to the list for its additional columns.
  const all = total > rows.length + toldAbove ? say('today.all', { count }) : say('today.listOf')
  return (
    <section aria-label={heading} className="border-b border-line last:border-b-0">
      <h3 className="flex min-h-8 items-center justify-between gap-2 bg-sunken px-4 py-1 text-xs font-medium">
        <span className="min-w-0 sm:truncate">
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
