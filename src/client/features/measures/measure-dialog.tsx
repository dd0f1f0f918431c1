import { useState } from 'react'
import { FormDialog } from '#client/features/places/form-dialog.tsx'
import { BaseChoice } from '#client/features/stations/base-choice.tsx'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { amountProblem, longestDescription, longestMethod, type MeasureRow, methodProblem } from '#shared/measures.ts'

const amountWords = { cashAmount: 'measures.amountMissing', cashAmountForm: 'measures.amountWrong' } as const

/** Adds an amount, or changes one: check method and amount are required (R190). */
export function MeasureDialog({ measure, onClose }: { measure: MeasureRow | null; onClose: () => void }) {
  const say = useWord()
  const session = useSession()
  const utils = trpc.useUtils()
  const [checkMethod, setCheckMethod] = useState(measure?.checkMethod ?? '')
  const [description, setDescription] = useState(measure?.description ?? '')
  const [cashAmount, setCashAmount] = useState(measure ? measure.cashAmount.toFixed(2) : '')
  const [companyId, setCompanyId] = useState<number | null>(measure?.companyId ?? session.companyId)
  const [left, setLeft] = useState({ method: false, amount: false })
  const done = {
    meta: { silent: true },
    onSuccess: async () => {
      toastSuccess(say(measure ? 'ui.updated' : 'ui.created'))
      onClose()
      await Promise.all([utils.measures.invalidate(), utils.kpi.invalidate()])
    },
  }
  const save = trpc.measures.save.useMutation(done)
  const update = trpc.measures.update.useMutation(done)
  const busy = save.isPending || update.isPending
  const failed = save.error ?? update.error
  const wrongAmount = amountProblem(cashAmount)
  const problems = { method: methodProblem(checkMethod) ? say('measures.methodMissing') : null, amount: wrongAmount ? say(amountWords[wrongAmount]) : null }
  const submit = () => {
    setLeft({ method: true, amount: true })
    if (problems.method || problems.amount || busy) return
    const fields = { checkMethod, description, cashAmount }
    if (measure) update.mutate({ ...fields, id: measure.id, rowVersion: measure.rowVersion })
    else save.mutate({ ...fields, companyId: companyId ?? undefined })
  }
  return (
    <FormDialog title={say(measure ? 'measures.editTitle' : 'measures.add')} busy={busy} error={failed} onSubmit={submit} onClose={onClose}>
      <TextField
        label={say('measures.checkMethod')}
        required
        maxLength={longestMethod}
        value={checkMethod}
        onChange={setCheckMethod}
        onBlur={() => setLeft({ ...left, method: true })}
        error={left.method ? problems.method : null}
        data-autofocus
      />
      <TextField label={say('measures.description')} maxLength={longestDescription} value={description} onChange={setDescription} />
      <TextField
        label={say('measures.cashAmount')}
        required
        inputMode="decimal"
        maxLength={11}
        unit="CNY"
        help={say('measures.amountHelp')}
        value={cashAmount}
        onChange={setCashAmount}
        onBlur={() => setLeft({ ...left, amount: true })}
        error={left.amount ? problems.amount : null}
      />
      {measure === null && <BaseChoice label={say('measures.company')} help={say('measures.baseHelp')} value={companyId} onChange={setCompanyId} />}
    </FormDialog>
  )
}
