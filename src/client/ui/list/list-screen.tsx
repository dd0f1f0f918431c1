import { Plus } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import { sayIfKnown, sayTitle, useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { NewRow } from '#client/ui/form/new-row.ts'
import { EmptyState } from '#client/ui/status.tsx'
import { kindOf } from '#shared/schema-facts.ts'
import { useAddressView } from './address-view.ts'
import type { AnyRow, DeclaredList } from './declare-list.ts'
import { FilterBar } from './filter-bar.tsx'
import { ListCard } from './list-card.tsx'
import { useOpeningRows } from './opening-list.tsx'
import { useTableSettings } from './table-settings.tsx'
import { useOpenedRow } from './use-opened-row.ts'

const always = () => true
/** Parts of an address that sort rows and do not filter. */
const ofOrder: ReadonlySet<string> = new Set(['orderColumn', 'orderWay'])

/**
 * A screen that is a list: its heading, filters, table and form follow from the declaration. A list that needs more is
 * a component of the same parts.
 */
export function ListScreen({ list: declared }: { list: DeclaredList }) {
  const { name, words, heading, filters, address, useRows, Beside, Lead, Form, Detail, Tools, href } = declared
  const { useMayAdd = always, Filters: Bar, Empty = WordedEmpty } = declared
  const Add = declared.Add ?? Form
  const say = useWord()
  const [, navigate] = useLocation()
  const { view, change } = useAddressView(address)
  const [open, setOpen] = useState<AnyRow | 'new' | null>(null)
  const list = useRows(view)
  const caption = captionOf(declared)
  const mayAdd = useMayAdd()
  const { open: openDetails } = useOpenedRow()
  const showRow = useCallback(({ id }: AnyRow) => openDetails(id), [openDetails])
  const { columns, dialogs } = declared.useTable(Detail ? showRow : setOpen, view, change)
  const settings = useTableSettings(name, declared.hiddenAtFirst)
  const isFiltered = Object.keys(filters.shape).some((name) => !ofOrder.has(name) && view[name] !== undefined)
  const bar = { view, change, busy: list.isFetching }
  const {
    openedKey,
    close: closeDetails,
    drawer,
    opening,
  } = useOpeningRows<AnyRow>({
    ...{ list, columns, rowKey: keyOf, caption, ownDetails: Detail !== undefined },
    details: { title: (one) => nameOf(one, columns[0]?.key) ?? caption, ...declared.details },
  })
  const close = () => setOpen(null)
  const isPart = isFiltered || view.page > 1 || (list.data?.totalCount ?? 0) >= view.size
  const showNew = isPart ? (values: Record<string, unknown>) => change(viewOfNew(filters, values)) : null
  const tools = { view, total: list.data?.totalCount ?? 0, hidden: settings.hidden, columns }
  return (
    <div className="grid grid-cols-1 gap-4">
      <Heading beside={Beside && <Beside />}>{say(heading)}</Heading>
      {Lead && <Lead change={change} />}
      <ListCard<AnyRow>
        caption={caption}
        headed
        name={name}
        list={list}
        columns={columns}
        rowKey={keyOf}
        view={view}
        change={change}
        settings={settings}
        {...(href ? { onOpen: (one) => navigate(href(one)) } : opening)}
        actions={
          <>
            {Tools && <Tools {...tools} />}
            {Add && mayAdd && <AddButton label={declared.addLabel ?? `${words}.add`} onClick={() => setOpen('new')} />}
          </>
        }
        filters={
          Bar ? <Bar {...bar} /> : <FilterBar {...bar} words={words} filters={filters} lookups={declared.lookups} />
        }
        empty={<Empty words={words} isFiltered={isFiltered} />}
      />
      <NewRow value={showNew}>{open === 'new' && Add && <Add row={null} view={view} onClose={close} />}</NewRow>
      {open !== null && open !== 'new' && Form && <Form row={open} view={view} onClose={close} />}
      {!href && (Detail ? openedKey !== null && <Detail id={Number(openedKey)} onClose={closeDetails} /> : drawer)}
      {dialogs}
    </div>
  )
}

const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={onClick}>
    {sayTitle(label)}
  </Button>
)

/** Return a view that shows a row with these values: search by its text, without any other filter. */
function viewOfNew(filters: DeclaredList['filters'], values: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(filters.shape)
  const searched = names.find((name) => kindOf(filters.shape[name]) === 'text')
  const text = searched === undefined ? undefined : values[searched]
  return {
    ...Object.fromEntries(names.map((name) => [name, undefined])),
    ...(searched !== undefined && typeof text === 'string' ? { [searched]: text } : {}),
    page: 1,
  }
}

const keyOf = ({ id }: AnyRow) => id

/** Return the name of a row, which its first column usually has. */
function nameOf(row: AnyRow, key: string | undefined): string | null {
  const value = key === undefined ? null : (row as Record<string, unknown> & AnyRow)[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

const captionOf = ({ caption, words, heading }: DeclaredList) =>
  caption ? sayTitle(caption) : (sayIfKnown(`${words}.list`) ?? sayTitle(heading))

function Heading({ beside, children }: { beside: ReactNode; children: string }) {
  const heading = <h1 className="page-title text-lg font-semibold">{children}</h1>
  return beside ? (
    <header className="flex flex-wrap items-center justify-between gap-x-4">
      {heading}
      {beside}
    </header>
  ) : (
    heading
  )
}

function WordedEmpty({ words, isFiltered }: { words: string; isFiltered: boolean }) {
  const say = useWord()
  const noMatch = sayIfKnown(`${words}.noMatch`)
  if (!isFiltered)
    return <EmptyState title={sayTitle(`${words}.none`)} help={sayIfKnown(`${words}.noneHelp`) ?? undefined} />
  return noMatch === null ? (
    <EmptyState title={say('table.empty')} help={say('table.emptyHelp')} />
  ) : (
    <EmptyState title={noMatch} />
  )
}
