import { formatNumber, say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { TextField } from '#client/ui/field.tsx'
import { BaseChoice } from '#client/ui/form/base-choice.tsx'
import { declareForm } from '#client/ui/form/declare-form.tsx'
import { figures } from '#client/ui/list/columns.tsx'
import { inlineSearch } from '#client/ui/list/inline-search.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { declareList, ListScreen } from '#client/ui/list/list-screen.tsx'
import { deleteAction } from '#client/ui/list/row-actions.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { StationFilters, type StationRow, StationSave } from '#shared/stations.ts'

/** Adds a station, or renames one; it stays with its base. */
const StationForm = declareForm({
  words: 'stations',
  schema: StationSave,
  values: (row: StationRow | null, companyId) => ({ name: row?.name ?? '', companyId: row?.companyId ?? companyId }),
  useSaving: (utils) => {
    const save = trpc.stations.save.useMutation({ meta: { silent: true } })
    return {
      send: ({ values: { name, companyId }, row }) =>
        save.mutateAsync(row ? { id: row.id, name, rowVersion: row.rowVersion } : { name, companyId }),
      refresh: () => Promise.all([utils.stations.invalidate(), utils.kpi.invalidate()]),
    }
  },
  fields: (form, isNew) => (
    <>
      <TextField {...form.text('name')} data-autofocus />
      {isNew && <BaseChoice {...form.choice('companyId')} />}
    </>
  ),
})

const stations = declareList({
  name: 'stations',
  words: 'stations',
  heading: 'route.stations',
  filters: StationFilters,
  useRows: (request) => trpc.stations.find.useQuery(request, listQuery),
  columns: [
    { key: 'name', fixed: true },
    { key: 'company' },
    { key: 'users', align: 'end', cell: (row) => <Members {...row} /> },
    { key: 'updated', cell: ({ updateTimeStr }) => figures(updateTimeStr) },
  ],
  Filters: inlineSearch('stations'),
  Form: StationForm,
  useActions: () => {
    const utils = trpc.useUtils()
    const { mutate: remove } = trpc.stations.delete.useMutation({
      onSuccess: () => toastSuccess(say('stations.deleted')),
      onSettled: () => utils.stations.invalidate(),
    })
    const refuse = ({ users }: StationRow) => (users > 0 ? say('stations.inUse', { count: formatNumber(users) }) : null)
    return [deleteAction<StationRow>('stations', { remove, refuse })]
  },
})

/** Stations, which group the people of a base: find, add, rename, delete; the number of people leads to them. */
export const StationScreen = () => <ListScreen list={stations} />

const Members = ({ id, name, users }: StationRow) =>
  users === 0 ? (
    '0'
  ) : (
    <AppLink
      href={`/user/index?id=${id}`}
      aria-label={say('stations.openUsers', { name, count: users })}
      className="text-accent underline-offset-2 hover:underline"
    >
      {formatNumber(users)}
    </AppLink>
  )
