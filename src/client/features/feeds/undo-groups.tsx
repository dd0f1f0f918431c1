import { deviceDetailHref } from '#client/features/device-detail/device-address.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { StateTag } from '#client/ui/state-tag.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import type { BackMachine, KeptMachine, UndoResult } from '#shared/feed-batches.ts'

const Machine = ({ id, serial }: { id: number; serial: string }) => (
  <AppLink href={deviceDetailHref(id)} className="figures text-accent underline-offset-2 hover:underline">
    {serial}
  </AppLink>
)

/**
 * Both groups of an undo, each machine a link: the restored machines with their earlier state, and the kept ones with
 * the reason and the remedy.
 */
export function UndoGroups({
  result,
  isTransfer,
  onFollow,
}: {
  result: UndoResult
  isTransfer: boolean
  onFollow: () => void
}) {
  const say = useWord()
  const { undone, kept } = result
  return (
    <>
      <UndoEffect result={result} isTransfer={isTransfer} />
      {result.transfers && (
        <p className="rounded-md border border-line bg-caution-soft px-3 py-2">
          {say('batch.transfersStay')}{' '}
          {result.transfers.map((batch) => (
            <AppLink
              key={batch}
              href={`/feed_batches/index?batch=${batch}`}
              onClick={onFollow}
              className={`mr-3 ${linked}`}
            >
              {say('batch.open', { batch })}
            </AppLink>
          ))}
        </p>
      )}
      <Tabs
        panelClassName="max-h-80 overflow-auto"
        items={[
          // The group that needs a decision comes first.
          ...(kept > 0
            ? [
                {
                  key: 'kept',
                  label: `${say('batch.group.kept')} ${formatNumber(kept)}`,
                  content: <Kept result={result} onFollow={onFollow} />,
                },
              ]
            : []),
          {
            key: 'undone',
            label: `${say('batch.group.undone')} ${formatNumber(undone)}`,
            content: <Back result={result} isTransfer={isTransfer} />,
          },
        ]}
      />
    </>
  )
}

/** How many machines the undo restores and removes, and to which day. */
function UndoEffect({
  result: { undone, removed, businessDate },
  isTransfer,
}: {
  result: UndoResult
  isTransfer: boolean
}) {
  const say = useWord()
  return (
    <p>
      {undone > 0 && isTransfer
        ? say('batch.undoMeansTransfer', { undone: formatNumber(undone), date: businessDate })
        : undone > 0
          ? say(removed > 0 ? 'batch.undoMeans' : 'batch.undoMeansNoNew', {
              undone: formatNumber(undone),
              removed: formatNumber(removed),
              date: businessDate,
            })
          : say('batch.undoNone', { date: businessDate })}
    </p>
  )
}

const isOfRepair = (why: KeptMachine['why']): boolean => why === 'sentToRepair' || why === 'returned'
const linked = 'whitespace-nowrap text-accent underline-offset-2 hover:underline'

/** What to do about a kept machine, with a link to the screen for it. */
function Remedy({
  machine: { serial, why, whatToDo, batchId },
  onFollow,
}: {
  machine: KeptMachine
  onFollow: () => void
}) {
  const say = useWord()
  return (
    <>
      {whatToDo}{' '}
      {batchId !== null && (
        <AppLink href={`/feed_batches/index?batch=${batchId}`} onClick={onFollow} className={linked}>
          {say('batch.open', { batch: batchId })}
        </AppLink>
      )}
      {isOfRepair(why) && (
        <AppLink href={`/repair/index?deviceSerial=${encodeURIComponent(serial)}`} className={linked}>
          {say('batch.toRepairs')}
        </AppLink>
      )}
    </>
  )
}

function Kept({ result: { kept, machines, reasons }, onFollow }: { result: UndoResult; onFollow: () => void }) {
  const say = useWord()
  return (
    <div className="grid grid-cols-1 gap-2">
      {reasons.length < kept && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
          {reasons.map(({ why, text }) => (
            <li key={why}>{text}</li>
          ))}
        </ul>
      )}
      {kept > machines.length && (
        <p className="text-muted">
          {say('batch.keptShown', { shown: formatNumber(machines.length), count: formatNumber(kept) })}
        </p>
      )}
      <PlainTable
        label={say('batch.group.kept')}
        columns={[
          { title: say('device.column.serial') },
          { title: say('batch.happened') },
          { title: say('batch.whatToDo'), grow: true },
        ]}
        rows={machines.map((machine) => ({
          key: String(machine.deviceId),
          cells: [
            <Machine key="serial" id={machine.deviceId} serial={machine.serial} />,
            <span key="happened" className="text-muted">
              {machine.happened}
            </span>,
            <Remedy key="remedy" machine={machine} onFollow={onFollow} />,
          ],
        }))}
        empty=""
        stacked
      />
    </div>
  )
}

function Back({ result: { undone, back }, isTransfer }: { result: UndoResult; isTransfer: boolean }) {
  const say = useWord()
  const same = say(isTransfer ? 'batch.backOwner' : 'batch.backMeasured')
  const becomes = ({ from, to }: BackMachine) => (
    <>
      <span aria-hidden className="mr-2 text-muted sm:hidden">
        →
      </span>
      {to === null ? say('batch.backRemoved') : from === to ? same : <StateTag state={to} />}
    </>
  )
  return (
    <div className="grid grid-cols-1 gap-2">
      {undone > back.length && (
        <p className="text-muted">
          {say('batch.backShown', { shown: formatNumber(back.length), count: formatNumber(undone) })}
        </p>
      )}
      <PlainTable
        label={say('batch.group.undone')}
        columns={[
          { title: say('device.column.serial') },
          { title: say('batch.backNow') },
          { title: say('batch.backThen'), grow: true },
        ]}
        rows={back.map((machine) => ({
          key: String(machine.deviceId),
          cells: [
            <Machine key="serial" id={machine.deviceId} serial={machine.serial} />,
            <StateTag key="now" state={machine.from} />,
            becomes(machine),
          ],
        }))}
        empty={say('batch.backNone')}
        stacked
      />
    </div>
  )
}
