import { useState } from 'react'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { useOwnBase } from '#client/ui/form/base-choice.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { Select } from '#client/ui/select.tsx'
import { type AlertRuleRow, AlertRuleSave, NewAlertRule } from '#shared/alert-rules.ts'
import { type AlertKind, type AlertThreshold, alertKindNames, alertKinds, alertSeverities } from '#shared/alerts.ts'
import { NotificationFields, StepFields, type StepValue } from './notification-fields.tsx'
import { PlaceFields } from './place-fields.tsx'
import { RulePreview } from './rule-preview.tsx'

const shown = (value: number | string | null | undefined): string =>
  value === null || value === undefined ? '' : String(value)
const thresholds = ['byTime', 'machines', 'percent', 'days', 'hours'] as const satisfies readonly AlertThreshold[]

type Chosen = { channelIds?: readonly number[] | undefined }
/** Are channels chosen? "Choose channels" without a channel would mean the console only, which is another option. */
const isChosen = ({ channelIds }: Chosen): boolean => (channelIds ?? []).length > 0
const required = { path: ['channelIds'], message: 'alertRules.channelIds.missing' }
const schemas = {
  all: { new: NewAlertRule, stored: AlertRuleSave },
  chosen: { new: NewAlertRule.refine(isChosen, required), stored: AlertRuleSave.refine(isChosen, required) },
} as const

function valuesOf(row: AlertRuleRow | null, ownBase: number | null) {
  return {
    companyId: row ? row.companyId : ownBase,
    kind: row?.kind ?? ('site.outage' as AlertKind),
    severity: row?.severity ?? ('warning' as const),
    ...{
      siteId: row?.siteId ?? null,
      clientId: row?.clientId ?? null,
      accountId: row?.accountId ?? null,
      type: row?.type ?? null,
    },
    ...{
      machines: shown(row?.machines),
      percent: shown(row?.percent),
      days: shown(row?.days),
      hours: shown(row?.hours),
      byTime: shown(row?.byTime),
    },
    enabled: row?.enabled ?? true,
    channelIds: row ? row.channelIds : null,
    steps: (row?.steps ?? []).map(
      ({ afterMinutes, channelId }): StepValue => ({ afterMinutes: String(afterMinutes), channelId }),
    ),
  }
}
type Values = ReturnType<typeof valuesOf>

/**
 * Return the request of a form: only thresholds that the kind has, and owners only if the kind can be narrowed to them.
 */
function requestOf({ enabled: _, channelIds: _channels, steps: _steps, ...values }: Values): Record<string, unknown> {
  const { narrows, thresholds: has } = alertKinds[values.kind]
  const used: readonly AlertThreshold[] = has
  const kept = Object.fromEntries(thresholds.filter((name) => used.includes(name)).map((name) => [name, values[name]]))
  const { companyId, kind, severity, siteId, clientId, accountId, type } = values
  return { companyId, kind, severity, siteId, ...(narrows ? { clientId, accountId, type } : {}), ...kept }
}

type Props = { row: AlertRuleRow | null; onClose: () => void }

/** The values of the form, and how they are sent. */
function useRuleForm({ row, onClose }: Props, channels: keyof typeof schemas) {
  const ownBase = useOwnBase()
  const utils = trpc.useUtils()
  const save = trpc.alertRules.save.useMutation({ meta: { silent: true } })
  return useRecordForm({
    words: 'alertRules',
    schema: schemas[channels][row ? 'stored' : 'new'],
    values: valuesOf(row, ownBase),
    row,
    send: ({ values }) => {
      const named = row ? { id: row.id, rowVersion: row.rowVersion } : {}
      const notified = { channelIds: values.channelIds ?? undefined, steps: values.steps }
      return save.mutateAsync({
        ...requestOf(values),
        ...named,
        ...notified,
        enabled: values.enabled,
      } as unknown as Parameters<typeof save.mutateAsync>[0])
    },
    refresh: () => Promise.all([utils.alertRules.invalidate(), utils.alerts.invalidate()]),
    onSaved: onClose,
  })
}

/** Add or change a rule, and show how many messages it would have sent. */
export function RuleDialog({ row, onClose }: Props) {
  const [choosing, setChoosing] = useState(false)
  const form = useRuleForm({ row, onClose }, choosing ? 'chosen' : 'all')
  const { kind, enabled } = form.values
  const has: readonly AlertThreshold[] = alertKinds[kind].thresholds
  return (
    <FormDialog
      form={form}
      title={say(row ? 'alertRules.editTitle' : 'alertRules.add')}
      onClose={onClose}
      size="md"
      wide
    >
      <Select
        {...form.choice('kind')}
        options={alertKindNames.map((value) => ({ value, label: say(`alerts.kind.${value}`) }))}
        onChange={(next) => next !== null && form.change({ kind: next })}
      />
      <Select
        {...form.choice('severity')}
        options={alertSeverities.map((value) => ({ value, label: say(`alerts.severity.${value}`) }))}
        onChange={(next) => next !== null && form.change({ severity: next })}
      />
      <PlaceFields form={form} names={row} withOwners={alertKinds[kind].narrows} />
      {thresholds
        .filter((name) => has.includes(name))
        .map((name) => (
          <TextField
            key={name}
            {...form.text(name)}
            {...(name === 'byTime' ? { type: 'time' } : { inputMode: 'numeric' })}
          />
        ))}
      <NotificationFields
        channelIds={form.values.channelIds}
        choosing={choosing}
        onChange={(channelIds, next) => {
          setChoosing(next)
          form.change({ channelIds })
        }}
        error={form.choice('channelIds').error}
      />
      <StepFields steps={form.values.steps} onChange={(steps) => form.change({ steps })} />
      <label className="flex min-h-8 items-center gap-2 sm:col-span-2">
        <input type="checkbox" checked={enabled} onChange={(event) => form.change({ enabled: event.target.checked })} />
        {say('alertRules.enabled')}
      </label>
      <div className="sm:col-span-2">
        <RulePreview rule={requestOf(form.values)} />
      </div>
    </FormDialog>
  )
}
