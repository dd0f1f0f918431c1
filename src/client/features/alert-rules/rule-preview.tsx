import { useEffect, useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { AlertRulePreviewRequest, previewDays } from '#shared/alert-rules.ts'

const settledMs = 400

/**
 * How many messages the rule in the form would have sent in the last days, calculated from the records of these days.
 */
export function RulePreview({ rule }: { rule: Record<string, unknown> }) {
  const say = useWord()
  const [settled, setSettled] = useState(rule)
  const text = JSON.stringify(rule)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Record<string, unknown>), settledMs)
    return () => clearTimeout(timer)
  }, [text])
  const request = AlertRulePreviewRequest.safeParse(settled)
  const preview = trpc.alertRules.preview.useQuery(request.data as NonNullable<typeof request.data>, {
    // A user in headquarters has to choose a base first.
    enabled: request.success && settled.companyId !== null,
    retry: false,
    meta: { silent: true },
  })
  const found = request.success ? preview.data : undefined
  return (
    <p role="status" className="min-h-10 rounded-md bg-ground px-3 py-2 text-muted">
      {!found &&
        (preview.isFetching
          ? say('ui.loading')
          : preview.error
            ? messageOf(preview.error)
            : say('alertRules.previewWaits', { days: previewDays }))}
      {found && (
        <>
          <span className="text-ink">
            {say('alertRules.preview', {
              days: found.days,
              events: formatNumber(found.events),
              messages: formatNumber(found.messages),
            })}
          </span>
          {found.busiestDay && (
            <span className="block">
              {say('alertRules.previewBusiest', {
                day: found.busiestDay.day,
                messages: formatNumber(found.busiestDay.messages),
              })}
            </span>
          )}
          {!found.exact && <span className="block text-xs">{say('alertRules.previewRough')}</span>}
        </>
      )}
    </p>
  )
}
