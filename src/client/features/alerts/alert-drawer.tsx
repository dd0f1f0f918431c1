import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { rowsHref } from '#client/features/devices/device-view.ts'
import { durationText } from '#client/features/warnings/duration-text.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay, useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Drawer } from '#client/ui/drawer.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { QueryError } from '#client/ui/status.tsx'
import { useLastShown } from '#client/ui/use-last-shown.ts'
import type { AlertDetail } from '#shared/alert-course.ts'
import { AlertHistory } from './alert-history.tsx'
import { countText, placeText, statusText } from './alert-text.ts'
import { SeverityMark } from './severity-mark.tsx'

const AcknowledgeDialog = lazyPart(async () => (await import('./alert-dialogs.tsx')).AcknowledgeDialog)
const SilenceDialog = lazyPart(async () => (await import('./alert-dialogs.tsx')).SilenceDialog)

type Props = { id: number | undefined; onClose: () => void; onOpen: (id: number) => void }

/**
 * One event: what, where, how many, who acknowledged it; its machines, its messages, and earlier events at its place.
 */
export function AlertDrawer({ id, onClose, onOpen }: Props) {
  const say = useWord()
  const shown = useLastShown(id)
  return (
    <Drawer
      beside
      open={id !== undefined}
      onClose={onClose}
      title={say('alerts.title', { id: shown ?? '' })}
      className="max-w-xl"
    >
      {shown !== undefined && <AlertView id={shown} onOpen={onOpen} />}
    </Drawer>
  )
}

type ViewProps = { id: number; onOpen: (id: number) => void; onActed?: () => void }

/** The details of an event, with its actions; `onActed` is called after an action. */
export function AlertView({ id, onOpen, onActed }: ViewProps) {
  const alert = trpc.alerts.get.useQuery({ id }, { staleTime: 0, meta: { silent: true } })
  const found = alert.data?.id === id ? alert.data : undefined
  return (
    <div className="grid grid-cols-1 gap-4 p-4">
      {found && <Facts alert={found} />}
      {found && <AlertActions alert={found} onActed={onActed} />}
      {found && <AlertHistory alert={found} onOpen={onOpen} />}
      {!found && alert.error && <QueryError query={alert} />}
      {!found && !alert.error && <Skeleton className="h-64 w-full" />}
    </div>
  )
}

function Facts({ alert }: { alert: AlertDetail }) {
  const say = useWord()
  const { timeZone } = useSession()
  const { kind, severity, openedAt, resolvedAt, acknowledged, failure, text, worst, count, batchId } = alert
  const at = (instant: string) => formatInstant(instant, timeZone)
  const duration = durationText(openedAt, resolvedAt === null ? Date.now() : Date.parse(resolvedAt), say)
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3 text-base font-semibold">
        {say(`alerts.kind.${kind}`)}
        <SeverityMark severity={severity} className="text-sm font-normal" />
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <Fact name={say('alerts.place')}>{placeText(alert)}</Fact>
        <Fact name={say('alerts.machines')}>
          <span className="figures">{countText(alert, say)}</span>
          {resolvedAt === null && worst > count && (
            <span className="ml-2 text-muted">{say('alerts.worst', { count: formatNumber(worst) })}</span>
          )}
        </Fact>
        <Fact name={say('alerts.openedAt')}>
          <span className="figures">{at(openedAt)}</span>
          {batchId !== null && <span className="ml-2 text-muted">{say('alerts.batch', { batch: batchId })}</span>}
        </Fact>
        <Fact name={say('alerts.lasting')}>{duration}</Fact>
        <StatusFact alert={alert} />
        {(failure ?? text) !== null && (
          <Fact name={say('alerts.reason')}>
            {failure && say(`alerts.failure.${failure}`)}
            {text && <span className="block break-words text-muted">{text}</span>}
          </Fact>
        )}
        {acknowledged && <AcknowledgedFact acknowledged={acknowledged} />}
      </dl>
    </>
  )
}

/** The status, since when, and why nobody is notified. */
function StatusFact({ alert }: { alert: AlertDetail }) {
  const say = useWord()
  const { timeZone } = useSession()
  const { resolvedAt, takenBack, mutedBy } = alert
  return (
    <Fact name={say('alerts.status')}>
      {statusText(alert, say)}
      {resolvedAt !== null && <span className="figures ml-2 text-muted">{formatInstant(resolvedAt, timeZone)}</span>}
      {takenBack && <span className="block text-muted">{say('alerts.takenBackHelp')}</span>}
      {resolvedAt === null && mutedBy && <span className="block text-muted">{say(`alerts.muted.${mutedBy}`)}</span>}
    </Fact>
  )
}

/** Who acknowledged the event at which time, and why. */
function AcknowledgedFact({ acknowledged }: { acknowledged: NonNullable<AlertDetail['acknowledged']> }) {
  const say = useWord()
  const at = formatInstant(acknowledged.at, useSession().timeZone)
  return (
    <Fact name={say('alerts.acknowledged')}>
      {acknowledged.reason ?? say('alerts.acknowledgedNow')}
      <span className="block text-muted">
        {acknowledged.by ? say('alerts.by', { by: acknowledged.by, at }) : <span className="figures">{at}</span>}
      </span>
    </Fact>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </>
)

/** The actions of an event: show its machines, acknowledge it, silence its place. */
function AlertActions({ alert, onActed }: { alert: AlertDetail; onActed: (() => void) | undefined }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<'acknowledge' | 'withdraw' | 'silence' | null>(null)
  const mayAcknowledge = useMay('trace')
  const maySilence = useMay('base_screen')
  const machines = trpc.alerts.machines.useMutation({
    onSuccess: ({ serialList }) => navigate(rowsHref({ serialList })),
  })
  const isOpen = alert.resolvedAt === null
  const close = () => {
    setDialog(null)
    void utils.alerts.invalidate()
    onActed?.()
  }
  return (
    <div className="flex flex-wrap gap-2">
      {isOpen && mayAcknowledge && (
        <Button
          variant={alert.acknowledged ? undefined : 'primary'}
          onClick={() => setDialog(alert.acknowledged ? 'withdraw' : 'acknowledge')}
        >
          {say(alert.acknowledged ? 'alerts.withdraw' : 'alerts.acknowledge')}
        </Button>
      )}
      {maySilence && <Button onClick={() => setDialog('silence')}>{say('alerts.silenceHere')}</Button>}
      {alert.machines > 0 && (
        <Button busy={machines.isPending} onClick={() => machines.mutate({ id: alert.id })}>
          {say('alerts.showMachines')}
        </Button>
      )}
      {(dialog === 'acknowledge' || dialog === 'withdraw') && (
        <AcknowledgeDialog
          alert={alert}
          acknowledged={dialog === 'acknowledge'}
          name={`${say(`alerts.kind.${alert.kind}`)} ${placeText(alert)}`}
          onClose={close}
        />
      )}
      {dialog === 'silence' && <SilenceDialog alert={alert} onClose={close} />}
    </div>
  )
}
