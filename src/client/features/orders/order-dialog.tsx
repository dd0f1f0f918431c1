import { useState } from 'react'
import { GoodsEditor } from '#client/features/stock/goods-editor.tsx'
import { emptyLine, type GoodsLine, isBlank, lineOf, numberOf } from '#client/features/stock/goods-lines.ts'
import { say } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useDraftForm } from '#client/ui/form/use-draft-form.ts'
import { Select } from '#client/ui/select.tsx'
import type { GoodsOrderRow, OrderCompany } from '#shared/orders.ts'
import { type OrderType, orderTypes } from '#shared/repairs.ts'
import { longestStockNote } from '#shared/stock.ts'

type Form = { type: OrderType; own: number | null; other: number | null; notes: string; lines: GoodsLine[] }
const formOf = (order: GoodsOrderRow | null): Form => {
  if (!order) return { type: '入库', own: null, other: null, notes: '', lines: [emptyLine()] }
  const out = order.type === '出库'
  return {
    type: order.type,
    own: out ? order.saleCompanyId : order.buyCompanyId,
    other: out ? order.buyCompanyId : order.saleCompanyId,
    notes: order.notes ?? '',
    lines: order.items.length === 0 ? [emptyLine()] : order.items.map(lineOf),
  }
}
/** The goods of the lines; null when a line is invalid or there is none. */
function itemsOf(lines: readonly GoodsLine[]): { materialId: number; number: number }[] | null {
  const items = lines
    .filter((line) => !isBlank(line))
    .map((line) => ({ materialId: line.materialId, number: numberOf(line) }))
  const read = items.flatMap(({ materialId, number }) =>
    materialId === null || number === null || number === 0 ? [] : [{ materialId, number }],
  )
  return read.length === items.length && read.length > 0 ? read : null
}

/** Return the request of a form; `own` = the company of the caller. */
function requestOf({ type, other, notes, lines }: Form, own: number | null) {
  const [ours, theirs] = [own ?? undefined, other ?? undefined]
  const sides =
    type === '出库' ? { saleCompanyId: ours, buyCompanyId: theirs } : { buyCompanyId: ours, saleCompanyId: theirs }
  return { type, ...sides, notes: notes.trim(), items: itemsOf(lines) ?? [] }
}

/** The form of an order, the companies between which the goods may go, and the calls that save it. */
function useOrderForm(order: GoodsOrderRow | null, onSaved: () => void) {
  const { companyId: home } = useSession()
  const utils = trpc.useUtils()
  // One key for each dialog, so that sending an order twice creates it once.
  const [requestKey] = useState(() => crypto.randomUUID())
  const save = trpc.orders.save.useMutation({ meta: { silent: true } })
  const update = trpc.orders.update.useMutation({ meta: { silent: true } })
  const companies = trpc.orders.companies.useQuery(undefined, { staleTime: 60_000 })
  const all = companies.data ?? []
  const own = all.filter((company) => company.own)
  const ownOf = (values: Form) => values.own ?? own.find(({ id }) => id === home)?.id ?? own[0]?.id ?? null
  const draft = useDraftForm<Form, unknown>({
    values: formOf(order),
    isNew: order === null,
    isRight: (values) => itemsOf(values.lines) !== null && ownOf(values) !== null,
    send: (values) => {
      const request = requestOf(values, ownOf(values))
      return order
        ? update.mutateAsync({ ...request, id: order.id, rowVersion: order.rowVersion })
        : save.mutateAsync({ ...request, requestKey })
    },
    refresh: () => Promise.all([utils.orders.invalidate(), utils.stock.invalidate()]),
    onSaved,
  })
  const submit = () => {
    // Without a line there is no field that could show the error, so an empty line is added.
    if (draft.values.lines.length === 0) draft.change({ lines: [emptyLine()] })
    return draft.submit()
  }
  return {
    form: { ...draft, submit },
    ownId: ownOf(draft.values),
    companies: { all, own, loading: companies.isFetching },
  }
}

/** Add or change an order of goods in or out. */
export function OrderDialog({ order, onClose }: { order: GoodsOrderRow | null; onClose: () => void }) {
  const { form, ownId, companies } = useOrderForm(order, onClose)
  const { values, change } = form
  return (
    <FormDialog
      form={form}
      title={order ? say('goodsOrder.edit', { id: order.id }) : say('goodsOrder.new')}
      size="md"
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <Select
          label={say('goodsOrder.column.type')}
          value={values.type}
          options={orderTypes.map((value) => ({ value, label: say(`goodsOrder.type.${value}`) }))}
          onChange={(type) => type && change({ type, other: null })}
        />
        <Sides values={values} order={order} ownId={ownId} companies={companies} change={change} />
      </div>
      <fieldset>
        <legend className="mb-2 font-medium">{say('goodsOrder.items')}</legend>
        <GoodsEditor
          lines={values.lines}
          onChange={(lines) => change({ lines })}
          addLabel={say('goodsOrder.addItem')}
          tried={form.tried}
          missing={say('goodsOrder.problem.items')}
          sourceCompanyId={values.type === '出库' ? ownId : values.other}
        />
      </fieldset>
      <TextField
        label={say('goodsOrder.notes')}
        maxLength={longestStockNote}
        value={values.notes}
        onChange={(notes) => change({ notes })}
      />
    </FormDialog>
  )
}

type SidesProps = {
  values: Form
  order: GoodsOrderRow | null
  ownId: number | null
  companies: { all: readonly OrderCompany[]; own: readonly OrderCompany[]; loading: boolean }
  change: (patch: Partial<Form>) => void
}

/** The selling and the buying company. */
function Sides({ values, order, ownId, companies: { all, own, loading }, change }: SidesProps) {
  const out = values.type === '出库'
  // Goods can only be taken from stock of the caller, but given to any company that the caller sees.
  const others = (out ? all : own).filter(({ id }) => id !== ownId)
  const choices = (rows: readonly OrderCompany[]) => rows.map(({ id, name }) => ({ value: id, label: name }))
  const ownField = (
    <Combobox
      key="own"
      label={say(out ? 'goodsOrder.sale' : 'goodsOrder.buy')}
      required
      clearable={false}
      value={ownId}
      options={choices(own)}
      loading={loading}
      onChange={(id) => change({ own: id, ...(id === values.other ? { other: null } : {}) })}
    />
  )
  const otherField = (
    <Combobox
      key="other"
      label={say(out ? 'goodsOrder.buy' : 'goodsOrder.sale')}
      placeholder={say(out ? 'goodsOrder.outsideConsumer' : 'goodsOrder.outsideSupplier')}
      value={values.other}
      chosenLabel={(out ? order?.buyCompany : order?.saleCompany) ?? undefined}
      options={choices(others)}
      loading={loading}
      onChange={(other) => change({ other })}
    />
  )
  return out ? [ownField, otherField] : [otherField, ownField]
}
