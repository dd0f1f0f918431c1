import { say } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { Select } from '#client/ui/select.tsx'
import type { ReportRow } from '#shared/reports.ts'
import { RegisterForm, type ReservationRow, type TankerType, tankerTypes } from '#shared/reservations.ts'
import { TankerFields, tankerDraftOf } from './tanker-fields.tsx'

type Props = { reservation: ReservationRow | null; companyId: number | null; onClose: () => void }

/** Register an arrived tanker: create its report, then show its number and check code. */
export function RegisterDialog({ reservation, companyId, onClose }: Props) {
  const utils = trpc.useUtils()
  const save = trpc.reports.saveFirst.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'reservation',
    schema: RegisterForm,
    values: {
      ...tankerDraftOf(reservation),
      tankerType: (reservation?.tankerType ?? '常压车') as TankerType,
      checkMethod: '',
    },
    send: ({ values }) =>
      save.mutateAsync({
        ...values,
        ...(reservation ? { reservationId: reservation.id } : { companyId: companyId ?? undefined }),
      }),
    refresh: () => Promise.all([utils.reservations.invalidate(), utils.reports.invalidate()]),
    // Keep the dialog open, because it shows number and check code.
    onSaved: () => {},
    done: () => null,
  })
  if (save.data) return <Registered report={save.data} onClose={onClose} />
  return (
    <FormDialog
      form={form}
      title={
        reservation ? say('reception.registerOf', { tanker: reservation.tankerNumber }) : say('reception.walkInTitle')
      }
      submit={{ label: say('reception.register') }}
      size="md"
      wide
      onClose={onClose}
    >
      <p className="text-muted sm:col-span-2">{say('reception.help')}</p>
      <TankerFields text={form.text} />
      <Select
        {...form.choice('tankerType')}
        options={tankerTypes.map((value) => ({ value, label: say(`planning.tanker.${value}`) }))}
        onChange={(tankerType) => tankerType && form.change({ tankerType })}
      />
      <TextField {...form.text('checkMethod')} />
    </FormDialog>
  )
}

function Registered({ report, onClose }: { report: ReportRow; onClose: () => void }) {
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
