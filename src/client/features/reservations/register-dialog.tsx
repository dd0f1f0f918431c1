import { useState } from 'react'
import { FormDialog } from '#client/features/places/form-dialog.tsx'
import { refusedAt } from '#client/features/places/refused.ts'
import { useWord } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import type { ReportRow } from '#shared/reports.ts'
import { type ReservationRow, type TankerType, tankerTypes } from '#shared/reservations.ts'
import { phoneIsWrong, TankerFields, tankerDraftOf, tankerFields } from './tanker-fields.tsx'

type Props = { reservation: ReservationRow | null; companyId: number | null; onClose: () => void }

/** Registers a tanker that has come: makes its report, and shows number and check code. */
export function RegisterDialog({ reservation, companyId, onClose }: Props) {
  const say = useWord()
  const utils = trpc.useUtils()
  const [draft, setDraft] = useState(() => tankerDraftOf(reservation))
  const [tankerType, setTankerType] = useState<TankerType>(reservation?.tankerType ?? '常压车')
  const [checkMethod, setCheckMethod] = useState('')
  const [left, setLeft] = useState(false)
  const save = trpc.reports.saveFirst.useMutation({
    meta: { silent: true },
    onSuccess: () => Promise.all([utils.reservations.invalidate(), utils.reports.invalidate()]),
  })
  const refused = refusedAt(save.error)
  const submit = () => {
    setLeft(true)
    if (draft.tankerNumber.trim() === '' || phoneIsWrong(draft.phone)) return
    save.mutate({ ...draft, tankerType, checkMethod, ...(reservation ? { reservationId: reservation.id } : { companyId: companyId ?? undefined }) })
  }
  if (save.data) return <Registered report={save.data} onClose={onClose} />
  return (
    <FormDialog
      title={reservation ? say('reception.registerOf', { tanker: reservation.tankerNumber }) : say('reception.walkInTitle')}
      submit={{ label: say('reception.register') }}
      size="md"
      wide
      busy={save.isPending}
      error={save.error}
      draft={[draft, tankerType, checkMethod]}
      names={['checkMethod', ...tankerFields]}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-muted sm:col-span-2">{say('reception.help')}</p>
      <TankerFields draft={draft} onChange={setDraft} left={left} refused={refused} />
      <Select
        label={say('reception.tankerType')}
        required
        value={tankerType}
        options={tankerTypes.map((value) => ({ value, label: say(`planning.tanker.${value}`) }))}
        onChange={(value) => value && setTankerType(value)}
      />
      <TextField
        label={say('reception.checkMethod')}
        maxLength={64}
        value={checkMethod}
        onChange={setCheckMethod}
        error={refused('checkMethod')}
        autoComplete="off"
      />
    </FormDialog>
  )
}

function Registered({ report, onClose }: { report: ReportRow; onClose: () => void }) {
  const say = useWord()
  const mayRead = useMay('trace')
  return (
    <Dialog
      open
      onClose={onClose}
      title={say('reception.done')}
      footer={
        <>
          {mayRead && (
            <AppLink className={buttonStyle()} href={`/report_detail/index?id=${report.id}`}>
              {say('reception.open')}
            </AppLink>
          )}
          <Button variant="primary" onClick={onClose} data-autofocus>
            {say('reception.next')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4" role="status">
        <p className="font-medium">
          {report.tankerNumber} · {report.orgName}
        </p>
        <dl className="grid grid-cols-2 gap-4">
          <div>
            <dt className="text-muted">{say('reception.number')}</dt>
            <dd className="figures text-lg font-semibold">{report.reportNumber}</dd>
          </div>
          <div>
            <dt className="text-muted">{say('reception.checkCode')}</dt>
            <dd className="font-mono text-lg font-semibold tracking-widest">{report.checkCode}</dd>
          </div>
        </dl>
        <p className="text-muted">{say('reception.doneHelp')}</p>
      </div>
    </Dialog>
  )
}
