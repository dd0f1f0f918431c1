import { Plus } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { useLocation } from 'wouter'
import type { z } from 'zod'
import { sayIfKnown, sayTitle, useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import type { WordsFor } from '#shared/field-words.ts'
import type { Word } from '#shared/i18n/index.ts'
import type { ViewScreen } from '#shared/views.ts'
import { type ListView, listAddress, useAddressView, type ViewCodec } from './address-view.ts'
import { columnsOf, type ListColumn } from './columns.tsx'
import { FilterBar, type FilterBarProps, type Lookups } from './filter-bar.tsx'
import { ListCard } from './list-card.tsx'
import type { ListQuery } from './list-query.ts'
import { actionsColumn, type RowAction } from './row-actions.tsx'

/** Words that every list has: what it is searched by, and what is said while nothing was ever entered. */
type ListWords<Area extends string> = string extends Area
  ? Area
  : `${Area}.${'search' | 'none'}` extends Word
    ? Area
    : { 'a list needs the words': 'search, none' }

export type ListToolProps = { view: Record<string, unknown>; total: number }

type Declaration<Area extends string, Filters extends z.ZodObject, Row extends { id: number }, Key extends string> = {
  /** Names its saved views and its remembered columns. */
  name: ViewScreen
  /** The area of words: `<words>.search`, `.none`, `<words>.<column>` for each column, and `.list` where the caption is not the heading. */
  words: Area & ListWords<Area> & WordsFor<Area, Key>
  heading: Word
  /** What narrows the list and is in the address, by the names of the request. */
  filters: Filters
  /** Rows of a page, where that is not the usual number. */
  size?: number
  useRows: (request: ListView<Filters>) => ListQuery<Row>
  columns: readonly ListColumn<NoInfer<Row>, Key>[]
  /** Columns that are shown only once somebody has chosen them. */
  hiddenAtFirst?: readonly NoInfer<Key>[]
  /** Rows of other lists to filter by. */
  lookups?: Lookups
  /** Instead of the bar that the filters make by themselves. */
  Filters?: ComponentType<FilterBarProps>
  /** What is said before the list. */
  Lead?: ComponentType
  /** Adds a row (null), or changes one. Without `href` a row opens with it. */
  Form?: ComponentType<{ row: Row | null; onClose: () => void }>
  /** Adds a row, where rows are not changed in a form. */
  Add?: ComponentType<{ onClose: () => void }>
  /** Buttons over the table, before the one that adds a row; they know the view, and how many rows there are. */
  Tools?: ComponentType<ListToolProps>
  /** The page of a row; a row opens there. */
  href?: (row: Row) => string
  /** What else can be done with a row than changing it. */
  useActions?: () => readonly RowAction<Row>[]
}

type AnyRow = { id: number }
type AnyView = Record<string, unknown> & { page: number; size: number }
/** A list as `ListScreen` shows it: filters and rows that fit each other, whatever they are. tsc has compared them where it was declared. */
export type DeclaredList = Omit<
  Declaration<string, z.ZodObject, AnyRow, string>,
  'words' | 'columns' | 'useRows' | 'Lead' | 'lookups'
> & {
  words: string
  Lead?: ComponentType
  lookups?: Lookups
  useRows: (request: AnyView) => ListQuery<AnyRow>
  columns: readonly ListColumn<AnyRow>[]
  address: ViewCodec<AnyView>
}

/** Declares a list; its words and columns are checked here, by their types. `useRows` comes before what reads a row. */
export const declareList = <
  const Area extends string,
  Filters extends z.ZodObject,
  Row extends { id: number },
  const Key extends string,
>(
  declaration: Declaration<Area, Filters, Row, Key>,
): DeclaredList =>
  ({
    ...declaration,
    address: listAddress(declaration.filters as z.ZodObject, declaration.size),
  }) as unknown as DeclaredList

const useNoActions = (): readonly never[] => none

/** A screen that is a list: its heading, filters, table and form follow from the declaration. What needs more than this is a component of the same parts. */
export function ListScreen({ list: declared }: { list: DeclaredList }) {
  const {
    name,
    words,
    heading,
    filters,
    address,
    useRows,
    columns,
    hiddenAtFirst,
    lookups,
    Filters: Bar,
    Lead,
    Form,
    Tools,
    href,
  } = declared
  const { useActions = useNoActions } = declared
  const Add = (declared.Add ?? Form) as ComponentType<{ row: null; onClose: () => void }> | undefined
  const say = useWord()
  const word = (part: string) => sayTitle(`${words}.${part}`)
  // The first column is what a row is known by.
  const nameOf = (row: AnyRow) => String((row as Record<string, unknown> & AnyRow)[columns[0]?.key ?? 'id'] ?? row.id)
  const [, navigate] = useLocation()
  const { view, change } = useAddressView(address)
  const [open, setOpen] = useState<AnyRow | 'new' | null>(null)
  const list = useRows(view)
  const actions = useActions()
  const edit = { label: word('edit'), name: (row: AnyRow) => `${word('edit')} ${nameOf(row)}`, run: setOpen }
  // A row that leads elsewhere and is changed here, too, says both.
  const lead = {
    label: word('open'),
    name: (row: AnyRow) => `${word('open')} ${nameOf(row)}`,
    href: href ?? (() => ''),
  }
  const possible = [...(Form && href ? [lead] : []), ...(Form ? [edit] : []), ...actions]
  const table = [
    ...columnsOf<AnyRow>(words, columns),
    ...(possible.length > 0 ? [actionsColumn<AnyRow>(word('actions'), possible)] : []),
  ]
  const isFiltered = Object.keys(filters.shape).some((filter) => view[filter] !== undefined)
  const bar = { view, change: change as FilterBarProps['change'], busy: list.isFetching }
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say(heading)}</h1>
      {Lead && <Lead />}
      <ListCard<AnyRow>
        caption={sayIfKnown(`${words}.list`) ?? say(heading)}
        name={name}
        list={list}
        columns={table}
        rowKey={({ id }) => id}
        view={view}
        change={change}
        hiddenAtFirst={hiddenAtFirst}
        onOpen={href ? (row) => navigate(href(row)) : Form && setOpen}
        actions={
          <>
            {Tools && <Tools view={view} total={list.data?.totalCount ?? 0} />}
            {Add && (
              <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpen('new')}>
                {word('add')}
              </Button>
            )}
          </>
        }
        filters={Bar ? <Bar {...bar} /> : <FilterBar {...bar} words={words} filters={filters} lookups={lookups} />}
        empty={<Empty words={words} isFiltered={isFiltered} />}
      />
      {open === 'new' && Add && <Add row={null} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'new' && Form && <Form row={open} onClose={() => setOpen(null)} />}
    </div>
  )
}

const none: readonly never[] = []

function Empty({ words, isFiltered }: { words: string; isFiltered: boolean }) {
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
