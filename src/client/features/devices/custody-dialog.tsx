import { useEffect, useMemo } from 'react'
import { messageOf } from '#client/failures.ts'
import { formatNumber, say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { ReasonField } from '#client/ui/form/reason-field.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { doneTo, undoBy } from '#client/undo.ts'
import { type CustodyMark, markForm } from '#shared/selected-devices.ts'
import { type Custody, machinesText } from './named-machines.ts'
import { titleOfQuestion, usualReasons } from './usual-reasons.ts'

const buttons = { lost: 'custody.lost', found: 'custody.found', scrap: 'fleet.scrap' } as const

type Props = Pick<Custody, 'devices' | 'count' | 'machines'> & {
  mark: CustodyMark
  onClose: () => void
  onDone: () => void
}

/** Show what marking these machines would change, ask for a reason, and mark them. */
export function CustodyDialog({ mark, devices, count, machines, onClose, onDone }: Props) {
  const utils = trpc.useUtils()
  const { mutate: rehearse, data: known, error: unknown } = trpc.devices.mark.useMutation({ meta: { silent: true } })
  const marking = trpc.devices.mark.useMutation({ meta: { silent: true } })
  // A dry run changes nothing, so it can be repeated; its reason only satisfies the input schema.
  useEffect(() => rehearse({ mark, selection: devices, reason: '-', dryRun: true }), [rehearse, mark, devices])
  const refresh = () => Promise.all([utils.devices.invalidate(), utils.charts.invalidate(), utils.repairs.invalidate()])
  /**
   * Return the undo action after marking machines lost, which does not restore their former state: it finds exactly the
   * machines marked now, none lost before.
   */
  const findAgain = (changed: number) =>
    mark === 'lost' && 'ids' in devices && changed === devices.ids.length
      ? undoBy(
          () =>
            utils.client.devices.mark.mutate({ mark: 'found', selection: devices, reason: say('custody.undoLost') }),
          refresh,
          {
            label: say('custody.found'),
            done: say('custody.foundAgain', { count: formatNumber(changed) }),
          },
        )
      : null
  const [only] = machines
  const question =
    count === 1 && only
      ? say(`custody.${mark}One`, { serial: only.serial })
      : say(`custody.${mark}Many`, { count: formatNumber(count) })
  const form = useRecordForm({
    words: 'custody',
    schema: useMemo(() => markForm(mark), [mark]),
    values: { reason: '' },
    send: ({ values }) => marking.mutateAsync({ mark, selection: devices, ...values }),
    refresh,
    onSaved: onDone,
    done: ({ changed }) => {
      const text = doneTo(say(`custody.did.${mark}`), machinesText(changed === count ? machines : [], changed))
      const action = findAgain(changed)
      return action ? { text, action } : text
    },
  })
  return (
    <FormDialog
      form={form}
      title={titleOfQuestion(question)}
      role="alertdialog"
      submit={{ label: say(buttons[mark]), danger: mark !== 'found', disabled: known?.changed === 0 }}
      onClose={onClose}
    >
      <Rehearsed {...{ mark, count, machines, known, question }} isUnknown={unknown !== null} />
      <ReasonField {...form.text('reason')} usual={usualReasons(mark)} data-autofocus />
      {unknown && (
        <p role="alert" className="text-danger">
          {messageOf(unknown)}
        </p>
      )}
    </FormDialog>
  )
}

type RehearsedProps = Pick<Props, 'mark' | 'count' | 'machines'> & {
  known: { changed: number; refused: { scrapped: number; otherState: number } } | undefined
  isUnknown: boolean
  question: string
}

/** The machines, and how many of them would change. */
function Rehearsed({ mark, count, machines, known, isUnknown, question }: RehearsedProps) {
  return (
    <div className="grid gap-1">
      {mark === 'scrap' && <p className="font-medium">{say('custody.askScrap')}</p>}
      {mark !== 'scrap' && titleOfQuestion(question) !== question && <p className="font-medium">{question}</p>}
      <p className="text-muted">{machinesText(machines, count)}</p>
      {mark === 'scrap' && <p className="text-muted">{say('custody.scrapEnds')}</p>}
      <p role="status" className="min-h-5 text-muted">
        {known
          ? say('custody.wouldChange', { changed: formatNumber(known.changed) })
          : isUnknown
            ? ''
            : say('custody.rehearsing')}
      </p>
      {known && known.refused.scrapped + known.refused.otherState > 0 && (
        <p className="text-danger">
          {say('custody.wouldRefuse', {
            scrapped: formatNumber(known.refused.scrapped),
            otherState: formatNumber(known.refused.otherState),
          })}
        </p>
      )}
    </div>
  )
}
