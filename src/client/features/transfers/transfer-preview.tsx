import { useEffect, useRef } from 'react'
import { formatNumber, formatPercent, useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import type { TransferAnswer } from '#shared/transfers.ts'
import { ownerText } from './owner-text.ts'

const signed = (value: number): string => `${value > 0 ? '+' : ''}${formatNumber(value)}`

/** What a transfer would change: how many machines and days, who gains and who loses, rates and statements, and what is in its way. */
export function TransferPreview({ answer }: { answer: TransferAnswer }) {
  const say = useWord()
  const { timeZone } = useSession()
  const section = useRef<HTMLElement>(null)
  // On a telephone it comes below the fold: who has asked for it sees that it is there.
  useEffect(() => {
    // What it answers, a promise in some browsers, is no clean-up.
    void section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const { moved, unchanged, left, days, machineDays, groups, groupCount, shares, statements, refused, obstacle } = answer
  const from = days[0]
  const to = days.at(-1)
  return (
    <section ref={section} aria-label={say('transferDialog.preview')} className="grid grid-cols-1 gap-3">
      {obstacle && (
        <p role="alert" className="rounded-md border border-line bg-caution-soft px-3 py-2">
          {obstacle}
        </p>
      )}
      <p role="status">
        {say('transferDialog.moves', { moved: formatNumber(moved), unchanged: formatNumber(unchanged), left: formatNumber(left) })}
        {from && to && ` ${say('transferDialog.days', { from, to, days: days.length, machineDays: formatNumber(machineDays) })}`}
      </p>
      <Tabs
        panelClassName="max-h-64 overflow-auto"
        items={[
          ...(refused.length > 0
            ? [
                {
                  key: 'refused',
                  label: `${say('transferDialog.refused')} ${formatNumber(refused.reduce((sum, { count }) => sum + count, 0))}`,
                  content: (
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
                  ),
                },
              ]
            : []),
          {
            key: 'groups',
            label: say('transferDialog.groups'),
            content: (
              <>
                <PlainTable
                  label={say('transferDialog.groups')}
                  columns={[
                    { title: say('transferDialog.from'), grow: true },
                    { title: say('transferDialog.to'), grow: true },
                    { title: say('transferDialog.machines'), figures: true },
                  ]}
                  rows={groups.map(({ from: before, to: after, count }, index) => ({
                    key: String(index),
                    cells: [ownerText(before), ownerText(after), formatNumber(count)],
                  }))}
                  empty={say('transferDialog.nothing')}
                />
                {groupCount > groups.length && (
                  <p className="text-muted">{say('transferDialog.moreGroups', { count: formatNumber(groupCount - groups.length) })}</p>
                )}
              </>
            ),
          },
          {
            key: 'shares',
            label: say('transferDialog.shares'),
            content: (
              <PlainTable
                label={say('transferDialog.shares')}
                columns={[
                  { title: say('transferDialog.place'), grow: true },
                  { title: say('transferDialog.machines'), figures: true },
                  { title: say('transferDialog.machineDays'), figures: true },
                  { title: say('transferDialog.online'), figures: true },
                  { title: say('transferDialog.compliance'), figures: true },
                ]}
                rows={shares.map(({ kind, id, name, machines, machineDays: change, rates }) => ({
                  key: `${kind} ${id}`,
                  cells: [
                    `${say(`transferDialog.kind.${kind}`)} ${name}`,
                    signed(machines),
                    signed(change),
                    `${formatPercent(rates.online.before)} → ${formatPercent(rates.online.after)}`,
                    `${formatPercent(rates.compliance.before)} → ${formatPercent(rates.compliance.after)}`,
                  ],
                }))}
                empty={say('transferDialog.nothing')}
              />
            ),
          },
          {
            key: 'statements',
            label: `${say('transferDialog.statements')} ${formatNumber(statements.length)}`,
            content: (
              <PlainTable
                label={say('transferDialog.statements')}
                columns={[
                  { title: say('place.client'), grow: true },
                  { title: say('transferDialog.month') },
                  { title: say('transferDialog.machineDays'), figures: true },
                  { title: say('transferDialog.issued') },
                ]}
                rows={statements.map(({ clientId, client, month, machineDays: change, issuedAt }) => ({
                  key: `${clientId} ${month}`,
                  cells: [client, month, signed(change), issuedAt === null ? say('transferDialog.notIssued') : formatInstant(issuedAt, timeZone, 'short')],
                }))}
                empty={say('transferDialog.noStatements')}
              />
            ),
          },
        ]}
      />
    </section>
  )
}
