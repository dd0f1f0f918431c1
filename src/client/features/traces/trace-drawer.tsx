import { type ReactNode, useState } from 'react'
import { formatNumber, useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Drawer } from '#client/ui/drawer.tsx'
import { toMinute } from '#client/ui/instant.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { QueryError } from '#client/ui/status.tsx'
import { measureRanges, measures, type TraceDetail } from '#shared/traces.ts'
import { statusOf, whoOf } from './trace-columns.tsx'
import { TraceFiles } from './trace-files.tsx'
import { useTraceStatus } from './use-trace-status.ts'

const TraceDialog = lazyPart(async () => (await import('./trace-dialog.tsx')).TraceDialog)

/** One trace with its attachments and actions. */
export function TraceDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const say = useWord()
  const trace = trpc.traces.get.useQuery({ id }, { meta: { silent: true } })
  return (
    <Drawer
      beside
      open
      onClose={onClose}
      title={trace.data ? `${say('traces.detail')} · ${whoOf(trace.data)}` : say('traces.detail')}
    >
      <div className="p-4">
        {trace.error ? (
          <QueryError query={trace} />
        ) : trace.data ? (
          <OneTrace trace={trace.data} />
        ) : (
          <Skeleton className="h-64 w-full" />
        )}
      </div>
    </Drawer>
  )
}

function OneTrace({ trace }: { trace: TraceDetail }) {
  const say = useWord()
  const [editing, setEditing] = useState(false)
  const { publish, judge, busy } = useTraceStatus()
  const person = [
    trace.sex === null ? null : say(`traces.sex.${trace.sex}`),
    trace.age === null ? null : `${say('traces.age')} ${trace.age}`,
    trace.phone,
    trace.townName,
  ]
  return (
    <div className="grid gap-5">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <Fact name={say('traces.status')}>
          <span className="font-medium">{statusOf(trace.status)}</span>
        </Fact>
        {trace.testeeId !== null && (
          <Fact name={say('traces.testee')}>{[trace.name, ...person].filter(Boolean).join(' · ')}</Fact>
        )}
        {trace.serial !== null && <Fact name={say('traces.name')}>{whoOf(trace)}</Fact>}
        {trace.testeeId !== null && (
          <>
            <Fact name={say('traces.measureTime')}>{toMinute(trace.measureTimeStr ?? '-')}</Fact>
            {measures.map((name) => (
              <Fact key={name} name={say(`traces.${name}`)}>
                {formatNumber(trace[name])}{' '}
                {trace[name] !== null && <span className="text-muted">{measureRanges[name].unit}</span>}
              </Fact>
            ))}
            <Fact name={say('traces.conclusions')}>{trace.conclusions ?? '-'}</Fact>
          </>
        )}
        <Fact name={say('traces.person')}>{[trace.userName ?? '-', toMinute(trace.updateTimeStr)].join(' · ')}</Fact>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={busy} onClick={() => publish(trace)}>
          {say('trace.publish')}
        </Button>
        <Button disabled={busy} onClick={() => judge(trace)}>
          {say('trace.invalid')}
        </Button>
        {trace.testeeId !== null && <Button onClick={() => setEditing(true)}>{say('traces.edit')}</Button>}
      </div>
      <TraceFiles trace={trace} />
      {editing && <TraceDialog trace={trace} testeeId={trace.testeeId} onClose={() => setEditing(false)} />}
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="figures min-w-0 break-words whitespace-pre-line">{children}</dd>
  </>
)
