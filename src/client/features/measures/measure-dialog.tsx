import { useState } from 'react'
import { FormDialog } from '#client/features/places/form-dialog.tsx'
import { useSubmit } from '#client/features/places/use-submit.ts'
import { BaseChoice } from '#client/features/stations/base-choice.tsx'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
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
  const save = trpc.measures.save.useMutation({ meta: { silent: true } })
  const update = trpc.measures.update.useMutation({ meta: { silent: true } })
  const { busy, error, submit } = useSubmit<unknown>({
    isNew: measure === null,
    onSaved: onClose,
    refresh: () => Promise.all([utils.measures.invalidate(), utils.kpi.invalidate()]),
  })
  const wrongAmount = amountProblem(cashAmount)
  const problems = { method: methodProblem(checkMethod) ? say('measures.methodMissing') : null, amount: wrongAmount ? say(amountWords[wrongAmount]) : null }
  const send = async () => {
    setLeft({ method: true, amount: true })
    if (problems.method || problems.amount) return
    const fields = { checkMethod, description, cashAmount }
    await submit(() =>
      measure
        ? update.mutateAsync({ ...fields, id: measure.id, rowVersion: measure.rowVersion })
        : save.mutateAsync({ ...fields, companyId: companyId ?? undefined }),
    )
  }
  return (
    <FormDialog title={say(measure ? 'measures.editTitle' : 'measures.add')} busy={busy} error={error} onSubmit={send} onClose={onClose}>
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
