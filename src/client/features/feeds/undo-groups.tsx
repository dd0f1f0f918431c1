import { deviceDetailHref } from '#client/features/device-detail/device-address.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { StateTag } from '#client/ui/state-tag.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import type { BackMachine, UndoResult } from '#shared/feed-batches.ts'

const Machine = ({ id, serial }: { id: number; serial: string }) => (
  <AppLink href={deviceDetailHref(id)} className="figures text-accent underline-offset-2 hover:underline">
    {serial}
  </AppLink>
)

/** Both groups of an undo, each machine a link: those that go back and to what, those that stay, why, and what to do about them. */
export function UndoGroups({ result, isTransfer }: { result: UndoResult; isTransfer: boolean }) {
  const say = useWord()
  const { undone, kept, removed, businessDate } = result
  return (
    <>
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
      <Tabs
        panelClassName="max-h-80 overflow-auto"
        items={[
          // What asks for something is in front.
          ...(kept > 0 ? [{ key: 'kept', label: `${say('batch.group.kept')} ${formatNumber(kept)}`, content: <Kept result={result} /> }] : []),
          { key: 'undone', label: `${say('batch.group.undone')} ${formatNumber(undone)}`, content: <Back result={result} isTransfer={isTransfer} /> },
        ]}
      />
    </>
  )
}

function Kept({ result: { kept, machines, reasons } }: { result: UndoResult }) {
  const say = useWord()
  return (
    <div className="grid grid-cols-1 gap-2">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
        {reasons.map(({ why, text }) => (
          <li key={why}>{text}</li>
        ))}
      </ul>
      {kept > machines.length && <p className="text-muted">{say('batch.keptShown', { shown: formatNumber(machines.length), count: formatNumber(kept) })}</p>}
      <PlainTable
        label={say('batch.group.kept')}
        columns={[{ title: say('device.column.serial') }, { title: say('batch.happened') }, { title: say('batch.whatToDo'), grow: true }]}
        rows={machines.map(({ deviceId, serial, happened, whatToDo }) => ({
          key: String(deviceId),
          cells: [<Machine key="serial" id={deviceId} serial={serial} />, happened, whatToDo],
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
  const becomes = ({ from, to }: BackMachine) => (to === null ? say('batch.backRemoved') : from === to ? same : <StateTag state={to} />)
  return (
    <div className="grid grid-cols-1 gap-2">
      {undone > back.length && <p className="text-muted">{say('batch.backShown', { shown: formatNumber(back.length), count: formatNumber(undone) })}</p>}
      <PlainTable
        label={say('batch.group.undone')}
        columns={[{ title: say('device.column.serial') }, { title: say('batch.backNow') }, { title: say('batch.backThen'), grow: true }]}
        rows={back.map((machine) => ({
          key: String(machine.deviceId),
          cells: [<Machine key="serial" id={machine.deviceId} serial={machine.serial} />, <StateTag key="now" state={machine.from} />, becomes(machine)],
        }))}
        empty={say('batch.backNone')}
        stacked
      />
    </div>
  )
}
