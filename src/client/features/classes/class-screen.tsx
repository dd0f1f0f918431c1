import { useLocation } from 'wouter'
import { formatNumber, language, say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { figures } from '#client/ui/list/columns.tsx'
import { declareList } from '#client/ui/list/declare-list.ts'
import { listQuery } from '#client/ui/list/list-query.ts'
import { ListScreen } from '#client/ui/list/list-screen.tsx'
import { ClassFilters, type ClassRow } from '#shared/classes.ts'
import { classDetailHref } from './class-address.ts'
import { ClassStateTag } from './class-state.tsx'

const ClassDialog = lazyPart(async () => (await import('./class-dialog.tsx')).ClassDialog)

const classes = declareList({
  name: 'classes',
  words: 'class',
  heading: 'route.classes',
  filters: ClassFilters,
  useRows: (request) => trpc.classes.find.useQuery(request, listQuery),
  columns: [
    {
      key: 'name',
      fixed: true,
      sticky: 'start',
      cell: ({ id, name }) => (
        <AppLink
          href={classDetailHref(id)}
          className="inline-block max-w-72 truncate align-middle text-accent hover:underline"
          title={name}
        >
          {name}
        </AppLink>
      ),
    },
    { key: 'type', cell: ({ type }) => say(`class.type.${type}`) },
    { key: 'state', cell: ({ state }) => <ClassStateTag state={state} /> },
    { key: 'teacher', cell: ({ userName }) => userName ?? '-' },
    { key: 'company' },
    { key: 'start', cell: ({ dateRange }) => figures(dateRange[0].slice(0, 16)) },
    { key: 'end', cell: ({ dateRange }) => figures(dateRange[1].slice(0, 16)) },
    { key: 'checks', cell: ({ checks }) => <Names names={checks.map(({ name }) => name)} /> },
    { key: 'comments', align: 'end', cell: ({ comments }) => figures(formatNumber(comments)) },
    { key: 'shared', cell: ({ shared }) => (shared ? say('class.sharedYes') : '-') },
  ],
  href: ({ id }: ClassRow) => classDetailHref(id),
  Add: NewClass,
})

/** Class sessions, recorded and live. */
export const ClassScreen = () => <ListScreen list={classes} />

/** Open a new session at once. */
function NewClass({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  return <ClassDialog session={null} onClose={onClose} onSaved={({ id }) => navigate(classDetailHref(id))} />
}

const between = language === 'zh' ? '、' : ', '
const Names = ({ names }: { names: readonly string[] }) => (
  <span className="inline-block max-w-48 truncate align-middle" title={names.join(between)}>
    {names.length === 0 ? '-' : names.join(between)}
  </span>
)
