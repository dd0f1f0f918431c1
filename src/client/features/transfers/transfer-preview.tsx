import { useEffect, useRef } from 'react'
import { formatNumber, formatPercent, say } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import type { TransferAnswer } from '#shared/transfers.ts'
import { ownerText } from './owner-text.ts'

const signed = (value: number): string => `${value > 0 ? '+' : ''}${formatNumber(value)}`

/**
 * The effects of a transfer: number of machines and days, gains and losses, rates and statements, and the machines that
 * cannot be moved.
 */
export function TransferPreview({ answer }: { answer: TransferAnswer }) {
  const section = useRef<HTMLElement>(null)
  // On a phone the preview is below the visible part, so it is scrolled into view.
  useEffect(() => {
    // `void`, because some browsers return a promise here, which React would take for a clean-up function.
    void section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const { moved, unchanged, left, days, machineDays, statements, refused, obstacle } = answer
  const from = days[0]
  const to = days.at(-1)
  const refusedCount = refused.reduce((sum, { count }) => sum + count, 0)
  return (
    <section ref={section} aria-label={say('transferDialog.preview')} className="grid grid-cols-1 gap-3">
      {obstacle && (
        <p role="alert" className="rounded-md border border-line bg-caution-soft px-3 py-2">
          {obstacle}
        </p>
      )}
      <p role="status">
        {say('transferDialog.moves', {
          moved: formatNumber(moved),
          unchanged: formatNumber(unchanged),
          left: formatNumber(left),
        })}
        {from &&
          to &&
          ` ${say('transferDialog.days', { from, to, days: days.length, machineDays: formatNumber(machineDays) })}`}
      </p>
      <Tabs
        panelClassName="max-h-64 overflow-auto"
        items={[
          ...(refused.length > 0
            ? [
                {
                  key: 'refused',
                  label: `${say('transferDialog.refused')} ${formatNumber(refusedCount)}`,
                  content: <Refused {...answer} />,
                },
              ]
            : []),
          { key: 'groups', label: say('transferDialog.groups'), content: <Groups {...answer} /> },
          { key: 'shares', label: say('transferDialog.shares'), content: <Shares {...answer} /> },
          {
            key: 'statements',
            label: `${say('transferDialog.statements')} ${formatNumber(statements.length)}`,
            content: <Statements {...answer} />,
          },
        ]}
      />
    </section>
  )
}

/** Machines that are not moved, by reason. */
const Refused = ({ refused }: Pick<TransferAnswer, 'refused'>) => (
  <ul className="grid gap-1">
    {refused.map(({ reason, text, serials, count }) => (
      <li key={reason} className="text-danger">
        {text}
        <span className="block break-all text-muted">
          {serials.join(', ')}
          {count > serials.length && ' …'}
        </span>
      </li>
    ))}
  </ul>
)

/** Machines by their present and new owner. */
const Groups = ({ groups, groupCount }: Pick<TransferAnswer, 'groups' | 'groupCount'>) => (
  <>
    <PlainTable
      label={say('transferDialog.groups')}
      columns={[
        { title: say('transferDialog.from'), grow: true },
        { title: say('transferDialog.to'), grow: true },
        { title: say('transferDialog.machines'), figures: true },
      ]}
      rows={groups.map(({ from, to, count }, index) => ({
        key: String(index),
        cells: [ownerText(from), ownerText(to), formatNumber(count)],
      }))}
      empty={say('transferDialog.nothing')}
    />
    {groupCount > groups.length && (
      <p className="text-muted">
        {say('transferDialog.moreGroups', { count: formatNumber(groupCount - groups.length) })}
      </p>
    )}
  </>
)

/** The gains and losses of each place, and its rates before and after. */
const Shares = ({ shares }: Pick<TransferAnswer, 'shares'>) => (
  <PlainTable
    label={say('transferDialog.shares')}
    columns={[
      { title: say('transferDialog.place'), grow: true },
      { title: say('transferDialog.machines'), figures: true },
      { title: say('transferDialog.machineDays'), figures: true },
      { title: say('transferDialog.online'), figures: true },
      { title: say('transferDialog.compliance'), figures: true },
    ]}
    rows={shares.map(({ kind, id, name, machines, machineDays, rates }) => ({
      key: `${kind} ${id}`,
      cells: [
        `${say(`transferDialog.kind.${kind}`)} ${name}`,
        signed(machines),
        signed(machineDays),
        `${formatPercent(rates.online.before)} → ${formatPercent(rates.online.after)}`,
        `${formatPercent(rates.compliance.before)} → ${formatPercent(rates.compliance.after)}`,
      ],
    }))}
    empty={say('transferDialog.nothing')}
  />
)

/** Statements of clients that would change. */
function Statements({ statements }: Pick<TransferAnswer, 'statements'>) {
  const { timeZone } = useSession()
  return (
    <PlainTable
      label={say('transferDialog.statements')}
      columns={[
        { title: say('place.client'), grow: true },
        { title: say('transferDialog.month') },
        { title: say('transferDialog.machineDays'), figures: true },
        { title: say('transferDialog.issued') },
      ]}
      rows={statements.map(({ clientId, client, month, machineDays, issuedAt }) => ({
        key: `${clientId} ${month}`,
        cells: [
          client,
          month,
          signed(machineDays),
          issuedAt === null ? say('transferDialog.notIssued') : formatInstant(issuedAt, timeZone),
        ],
      }))}
      empty={say('transferDialog.noStatements')}
    />
  )
}
