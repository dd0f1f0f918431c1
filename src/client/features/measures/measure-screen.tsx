import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { BaseChoice } from '#client/ui/form/base-choice.tsx'
import { declareForm } from '#client/ui/form/declare-form.tsx'
import { cut, figures } from '#client/ui/list/columns.tsx'
import { declareList } from '#client/ui/list/declare-list.ts'
import { inlineSearch } from '#client/ui/list/inline-search.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { ListScreen } from '#client/ui/list/list-screen.tsx'
import { MeasureFilters, type MeasureRow, MeasureSave, measurePageSize } from '#shared/measures.ts'
import { formatMoney } from './money.ts'

/** Add or change an amount: check method and amount are required (R190). */
const MeasureForm = declareForm({
  words: 'measures',
  schema: MeasureSave,
  values: (row: MeasureRow | null, companyId) => ({
    checkMethod: row?.checkMethod ?? '',
    description: row?.description ?? '',
    cashAmount: row ? row.cashAmount.toFixed(2) : '',
    companyId: row?.companyId ?? companyId,
  }),
  useSaving: (utils) => {
    const save = trpc.measures.save.useMutation({ meta: { silent: true } })
    const update = trpc.measures.update.useMutation({ meta: { silent: true } })
    return {
      send: ({ values: { companyId, ...fields }, row }) =>
        row
          ? update.mutateAsync({ ...fields, id: row.id, rowVersion: row.rowVersion })
          : save.mutateAsync({ ...fields, companyId }),
      refresh: () => Promise.all([utils.measures.invalidate(), utils.kpi.invalidate()]),
    }
  },
  fields: (form, isNew) => (
    <>
      <TextField {...form.text('checkMethod')} data-autofocus />
      <TextField {...form.text('description')} />
      <TextField {...form.text('cashAmount')} inputMode="decimal" unit="CNY" />
      {isNew && <BaseChoice {...form.choice('companyId')} />}
    </>
  ),
})

const measures = declareList({
  name: 'measures',
  words: 'measures',
  heading: 'route.measures',
  filters: MeasureFilters,
  size: measurePageSize,
  useRows: (request) => trpc.measures.find.useQuery(request, listQuery),
  columns: [
    { key: 'checkMethod', fixed: true },
    { key: 'description', cell: ({ description }) => cut(description, 'max-w-96') },
    { key: 'cashAmount', align: 'end', fixed: true, cell: ({ cashAmount }) => figures(formatMoney(cashAmount)) },
    { key: 'company' },
    { key: 'updated', cell: ({ updateTimeStr }) => figures(updateTimeStr) },
  ],
  Filters: inlineSearch('measures'),
  Form: MeasureForm,
})

/** The amount of each check method at each base: find, add, change. There is no delete (R111). */
export const MeasureScreen = () => <ListScreen list={measures} />
