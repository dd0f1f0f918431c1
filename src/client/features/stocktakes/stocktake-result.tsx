import { FileText } from 'lucide-react'
import { useLocation } from 'wouter'
import { deviceDetailHref } from '#client/features/device-detail/device-address.ts'
import { rowsHref } from '#client/features/devices/device-view.ts'
import { useDownload } from '#client/features/exports/use-download.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button } from '#client/ui/button.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { StateTag } from '#client/ui/state-tag.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import type { Stocktake, StocktakeGroup } from '#shared/stocktakes.ts'

/** Groups that need a decision come first. */
const groups: readonly StocktakeGroup[] = ['missing', 'foreign', 'unknown', 'here']
const doNothing = () => {}

/** The found and missing machines, each a link; buttons open the device list and the printable report. */
export function StocktakeResult({ stocktake }: { stocktake: Stocktake }) {
  const say = useWord()
  const { timeZone } = useSession()
  const { id, counts, site, person, at, note } = stocktake
  const download = useDownload(doNothing)
  const pdf = () =>
    void download.start({
      method: 'POST',
      path: `/api/stocktake/pdf/${id}`,
      body: {},
      fallbackName: `${say('stocktake.file')}-${site}.pdf`,
    })
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p className="font-medium">
          {say('stocktake.result', { id, time: formatInstant(at, timeZone), person: person ?? '-' })}
          {note && <span className="ml-2 font-normal text-muted">{note}</span>}
        </p>
        <Button
          size="sm"
          className="ml-auto"
          icon={<FileText aria-hidden className="size-4" />}
          busy={download.bytes !== null}
          onClick={pdf}
        >
          {say('stocktake.pdf')}
        </Button>
      </div>
      {download.problem !== null && (
        <p role="alert" className="text-danger">
          {download.problem}
        </p>
      )}
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {groups.map((group) => (
          <div key={group} className="rounded-md border border-line px-3 py-2">
            <dt className="text-muted">{say(`stocktake.${group}`)}</dt>
            <dd className="figures text-xl leading-7 font-semibold">{formatNumber(counts[group])}</dd>
          </div>
        ))}
      </dl>
      {counts.away > 0 && <p className="text-muted">{say('stocktake.away', { count: formatNumber(counts.away) })}</p>}
      <Tabs
        panelClassName="h-72 overflow-auto"
        items={groups.map((group) => ({
          key: group,
          label: `${say(`stocktake.${group}`)} ${formatNumber(counts[group])}`,
          content: <Group stocktake={stocktake} group={group} />,
        }))}
      />
    </>
  )
}

function Group({ stocktake: { id, counts, lines }, group }: { stocktake: Stocktake; group: StocktakeGroup }) {
  const say = useWord()
  const [, navigate] = useLocation()
  const machines = trpc.stocktakes.machines.useMutation({
    onSuccess: ({ serialList }) => navigate(rowsHref({ serialList })),
  })
  const shown = lines[group]
  return (
    <div className="grid grid-cols-1 gap-2">
      {group !== 'unknown' && counts[group] > 0 && (
        <Button
          size="sm"
          className="justify-self-start"
          busy={machines.isPending}
          onClick={() => machines.mutate({ id, group })}
        >
          {say('stocktake.showMachines')}
        </Button>
      )}
      {counts[group] > shown.length && (
        <p className="text-muted">
          {say('stocktake.shown', { shown: formatNumber(shown.length), count: formatNumber(counts[group]) })}
        </p>
      )}
      <PlainTable
        label={say(`stocktake.${group}`)}
        columns={[
          { title: say('device.column.serial') },
          { title: say('device.column.state') },
          { title: say('stocktake.place'), grow: true },
        ]}
        rows={shown.map(({ serial, deviceId, state, place }) => ({
          key: serial,
          cells: [
            deviceId === null ? (
              <span key="serial" className="font-mono">
                {serial}
              </span>
            ) : (
              <AppLink
                key="serial"
                href={deviceDetailHref(deviceId)}
                className="font-mono text-accent underline-offset-2 hover:underline"
              >
                {serial}
              </AppLink>
            ),
            state === null ? '-' : <StateTag key="state" state={state} />,
            place ?? '-',
          ],
        }))}
        empty={say('stocktake.noneInGroup')}
      />
    </div>
  )
}
