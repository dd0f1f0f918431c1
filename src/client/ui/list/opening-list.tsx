import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { Drawer } from '#client/ui/drawer.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { toastWarning } from '#client/ui/toast.ts'
import { useLastShown } from '#client/ui/use-last-shown.ts'
import { useSpaceBeside } from '#client/ui/use-wide.ts'
import type { DetailsOf } from './details-of.ts'
import { ListCard } from './list-card.tsx'
import type { ListQuery } from './list-query.ts'
import type { RowDetails as Details, RowHead as Head } from './row-details.tsx'
import type { Column } from './table.tsx'
import { useOpenedRow } from './use-opened-row.ts'

type RowsProps<Row> = {
  list: Pick<ListQuery<Row>, 'data' | 'isPlaceholderData'>
  rowKey: (row: Row) => string | number
  columns: readonly Column<Row>[]
  details: DetailsOf<Row>
  /** Before the key of the opened row in the address, where a screen has several lists. */
  prefix?: string
  /** The title until the row is loaded. */
  caption: string
  /** The screen has its own details, which show rows of other pages, too. */
  ownDetails?: boolean
}

const RowDetails = lazyPart(
  async () => (await import('./row-details.tsx')).RowDetails,
  <div className="p-4">
    <Skeleton className="h-64 w-full" />
  </div>,
  true,
) as <Row>(props: ComponentProps<typeof Details<Row>>) => ReactNode

const RowHead = lazyPart(async () => (await import('./row-details.tsx')).RowHead, null, true) as <Row>(
  props: ComponentProps<typeof Head<Row>>,
) => ReactNode

/**
 * Return the props of a table whose rows open, the key of the opened row (before its list has loaded, too), and the
 * drawer with its details.
 */
export function useOpeningRows<Row>(props: RowsProps<Row>) {
  const { list, rowKey, columns, details, prefix, caption, ownDetails = false } = props
  const { key, open, close } = useOpenedRow(prefix)
  const row = key === null ? undefined : list.data?.data.find((one) => String(rowKey(one)) === key)
  // It was deleted, or a link names a row of another page.
  const isGone = !ownDetails && key !== null && row === undefined && list.data !== undefined && !list.isPlaceholderData
  const last = useLastShown(row)
  const isElsewhere = isGone && last === undefined
  // Beside the list, the panel says so: the list would move if the panel closed at once.
  const isTold = useSpaceBeside() && isElsewhere
  useEffect(() => {
    if (isTold) return
    if (isElsewhere) toastWarning(say('table.rowElsewhere'))
    if (isGone) close()
  }, [isGone, isElsewhere, isTold, close])
  const shown = row ?? last
  const openedKey = isGone && !isTold ? null : key
  const hasHead = details.Head !== undefined || columns.some(({ actions }) => actions)
  const drawer = (
    <Drawer
      beside
      open={openedKey !== null}
      onClose={close}
      title={shown ? details.title(shown) : caption}
      head={hasHead && shown && <RowHead<Row> row={shown} columns={columns} details={details} />}
    >
      {shown ? (
        <RowDetails<Row> row={shown} columns={columns} details={details} />
      ) : (
        isTold && <EmptyState title={say('table.rowElsewhere')} />
      )}
    </Drawer>
  )
  return { openedKey, close, drawer, opening: { onOpen: (one: Row) => open(rowKey(one)), current: row && rowKey(row) } }
}

type Props<Row> = Omit<ComponentProps<typeof ListCard<Row>>, 'onOpen' | 'current'> &
  Pick<RowsProps<Row>, 'details' | 'prefix'>

/** A list in a card whose rows open: the details of a row beside the list, on a narrow page over it. */
export function OpeningList<Row>({ details, prefix, ...card }: Props<Row>) {
  const { drawer, opening } = useOpeningRows<Row>({ ...card, details, ...(prefix ? { prefix } : {}) })
  return (
    <>
      <ListCard<Row> {...card} {...opening} />
      {drawer}
    </>
  )
}
