import { Pencil, Printer } from 'lucide-react'
import { useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { isFinal, type ReportDetail, type ReportStatus } from '#shared/reports.ts'
import { roleOfLabel } from '#shared/roles.ts'

const FinishDialog = lazyPart(async () => (await import('./finish-dialog.tsx')).FinishDialog)
const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog)

/** The changes of the status: start, cancel, and reopen to the status before. */
function useStatusChanges({ id, status, rowVersion, reportNumber }: ReportDetail) {
  const say = useWord()
  const utils = trpc.useUtils()
  const onSettled = () => utils.reports.invalidate()
  const notify = (next: { status: ReportStatus }) =>
    toastSuccess(say('inspection.changed', { status: say(`inspection.status.${next.status}`) }))
  const set = trpc.reports.setStatus.useMutation({ onSettled, onSuccess: notify })
  const cancel = trpc.reports.cancel.useMutation({ onSettled, onSuccess: notify })
  const askCancel = async () => {
    if (await askConfirm({ message: say('inspection.cancelAsk', { number: reportNumber }), danger: true }))
      cancel.mutate({ id })
  }
  const askReopen = async () => {
    if (await askConfirm({ message: say('inspection.reopenAsk', { number: reportNumber }) }))
      set.mutate({ id, status: status === 2 ? 1 : 0, rowVersion })
  }
  const start = () => set.mutate({ id, status: 1, rowVersion })
  return { isChanging: set.isPending, isCancelling: cancel.isPending, start, askCancel, askReopen }
}

/** The actions that the status of a report allows; destructive actions ask first. */
export function ReportActions({ report }: { report: ReportDetail }) {
  const say = useWord()
  const isManager = roleOfLabel(useSession().nickName) === 'manager'
  const [open, setOpen] = useState<'edit' | 'finish' | null>(null)
  const { isChanging, isCancelling, start, askCancel, askReopen } = useStatusChanges(report)
  const { status } = report
  const mayEdit = !isFinal(status) || isManager
  const busy = isChanging || isCancelling
  return (
    <span className="flex flex-wrap items-center gap-2 print:hidden">
      {mayEdit && (
        <Button icon={<Pencil aria-hidden className="size-4" />} onClick={() => setOpen('edit')}>
          {say('inspection.edit')}
        </Button>
      )}
      <Button icon={<Printer aria-hidden className="size-4" />} onClick={() => window.print()}>
        {say('inspection.print')}
      </Button>
      {!isFinal(status) && (
        <Button busy={isCancelling} disabled={busy} onClick={() => void askCancel()}>
          {say('inspection.cancel')}
        </Button>
      )}
      {status === 0 && (
        <Button variant="primary" busy={isChanging} disabled={busy} onClick={start}>
          {say('inspection.start')}
        </Button>
      )}
      {status === 1 && (
        <Button variant="primary" disabled={busy} onClick={() => setOpen('finish')}>
          {say('inspection.finish')}
        </Button>
      )}
      {isFinal(status) && isManager && (
        <Button busy={isChanging} onClick={() => void askReopen()}>
          {say('inspection.reopen')}
        </Button>
      )}
      {open === 'edit' && (
        <ReportDialog
          report={report}
          companyId={report.companyId}
          onClose={() => setOpen(null)}
          onSaved={() => setOpen(null)}
        />
      )}
      {open === 'finish' && <FinishDialog report={report} onClose={() => setOpen(null)} />}
    </span>
  )
}
