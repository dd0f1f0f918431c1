import { type Dispatch, type SetStateAction, useCallback, useMemo, useState } from 'react'
import { useCustody } from '#client/features/devices/custody.tsx'
import { say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { listAddress, useAddressView } from '#client/ui/list/address-view.ts'
import type { TableSelection } from '#client/ui/list/bulk-bar.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { OpeningList } from '#client/ui/list/opening-list.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { type ConflictRow, ConflictFilters as Filters } from '#shared/feed-conflicts.ts'
import { type ConflictAction, possibleActions } from './conflict-actions.ts'
import { conflictColumns } from './conflict-columns.tsx'
import { ConflictFilters } from './conflict-filters.tsx'
import { returnOf } from './conflict-story.tsx'

const ConflictDialog = lazyPart(async () => (await import('./conflict-dialog.tsx')).ConflictDialog)

type Deciding = { decision: Exclude<ConflictAction, 'return'>; rows: readonly ConflictRow[] }

const address = listAddress(Filters)
const details = { title: ({ serial }: ConflictRow) => serial }
/** The batch is hidden at first, because the page of the machine links to it. */
const hiddenAtFirst = ['batch']

/** The decision that is being made about conflicts: in a dialog, or, for a return, as custody. */
function useDecisions(clearSelection: () => void) {
  const utils = trpc.useUtils()
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const custody = useCustody(() => {
    clearSelection()
    void utils.feeds.invalidate()
  })
  const startCustody = custody.start
  const decide = useCallback(
    (action: ConflictAction, about: readonly ConflictRow[]) => {
      if (action === 'return') startCustody(returnOf(about))
      else setDeciding({ decision: action, rows: about })
    },
    [startCustody],
  )
  return { custody, deciding, setDeciding, decide }
}

/** Machines in custody that report a hash rate; each waits here until a person has decided. */
export function FeedConflictScreen() {
  const { timeZone } = useSession()
  const { view, change } = useAddressView(address)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const resolved = view.resolved === 'yes'
  const list = trpc.feeds.conflicts.useQuery({ ...view, resolved }, listQuery)
  const rows = list.data?.data
  // Only rows on the present page can be decided, so that no row out of sight is decided by mistake.
  const marked = useMemo(() => (rows ?? []).filter(({ id }) => chosen.includes(id)), [rows, chosen])
  const { custody, deciding, setDeciding, decide } = useDecisions(() => setChosen([]))
  const columns = useMemo(() => conflictColumns({ timeZone, resolved, onDecide: decide }), [timeZone, resolved, decide])
  const selection = selectionOf({ chosen, setChosen, marked, decide })
  return (
    <div className="grid grid-cols-1 gap-4">
      <header>
        <h1 className="page-title text-lg font-semibold">{say('route.feedConflicts')}</h1>
        <p className="text-muted">{say('conflict.about')}</p>
      </header>
      <OpeningList<ConflictRow>
        caption={say('route.feedConflicts')}
        title={say(resolved ? 'conflict.decided' : 'conflict.waiting')}
        name="feedConflicts"
        list={list}
        columns={columns}
        hiddenAtFirst={hiddenAtFirst}
        rowKey={(row) => row.id}
        view={view}
        change={change}
        details={details}
        filters={
          <ConflictFilters
            view={view}
            busy={list.isFetching}
            onChange={(patch, way) => change({ ...patch, page: 1 }, way)}
            onRefetch={() => void list.refetch()}
          />
        }
        selection={resolved ? undefined : selection}
        empty={<EmptyState title={say('conflict.none')} help={say('conflict.noneHint')} />}
      />
      {deciding && (
        <ConflictDialog
          {...deciding}
          onClose={() => setDeciding(null)}
          onDone={() => {
            setDeciding(null)
            setChosen([])
          }}
          onReturn={(custodyOf) => {
            setDeciding(null)
            custody.start(custodyOf)
          }}
        />
      )}
      {custody.dialog}
    </div>
  )
}

type Choice = {
  chosen: readonly number[]
  setChosen: Dispatch<SetStateAction<readonly number[]>>
  /** The chosen rows that are on the present page. */
  marked: readonly ConflictRow[]
  decide: (action: ConflictAction, about: readonly ConflictRow[]) => void
}

/** The chosen conflicts and the decisions that are possible for all of them. */
const selectionOf = ({ chosen, setChosen, marked, decide }: Choice): TableSelection<ConflictRow> => ({
  count: marked.length,
  has: ({ id }) => chosen.includes(id),
  label: ({ serial }) => say('conflict.chooseOne', { serial }),
  toggle: ({ id }) =>
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id])),
  togglePage: (page) => setChosen(page.every(({ id }) => chosen.includes(id)) ? [] : page.map(({ id }) => id)),
  clear: () => setChosen([]),
  actions: possibleActions(marked).map((action) => (
    <Button key={action} size="sm" onClick={() => decide(action, marked)}>
      {say(`conflict.decision.${action}`)}
    </Button>
  )),
})
