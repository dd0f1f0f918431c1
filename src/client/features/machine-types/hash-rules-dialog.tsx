import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useDraftForm } from '#client/ui/form/use-draft-form.ts'
import { type DeviceType, deviceTypes } from '#shared/devices.ts'
import { HashRulesFields, type HashRulesRow } from '#shared/hash-rules.ts'

type Typed = Record<DeviceType, string>
const typedOf = (values: Readonly<Record<DeviceType, number>>): Typed => ({ T30: String(values.T30), T20: String(values.T20) })

/** Sets the target of each type and k, from which a machine complies. */
export function HashRulesDialog({ rules, onClose }: { rules: HashRulesRow; onClose: () => void }) {
  const utils = trpc.useUtils()
  const save = trpc.devices.saveHashRules.useMutation({ meta: { silent: true } })
  const form = useDraftForm({
    values: { targets: typedOf(rules.targets), share: typedOf(rules.share) },
    isRight: (values) => HashRulesFields.safeParse(values).success,
    send: (values) => save.mutateAsync({ ...HashRulesFields.parse(values), rowVersion: rules.rowVersion }),
    refresh: () => utils.devices.hashRules.invalidate(),
    onSaved: onClose,
  })
  const { targets, share } = form.values
  const { targets: target, share: part } = HashRulesFields.shape
  const rows = [
    { name: 'target', rule: target, typed: targets, change: (next: Typed) => form.change({ targets: next }), maxLength: 8, unit: 'TH/s' },
    { name: 'share', rule: part, typed: share, change: (next: Typed) => form.change({ share: next }), maxLength: 6 },
  ] as const
  return (
    <FormDialog form={form} title={say('hashRules.title')} onClose={onClose}>
      {rows.map(({ name, rule, typed, change, ...shown }) =>
        deviceTypes.map((type) => {
          const allowed = rule.shape[type].safeParse(typed[type]).success
          return (
            <TextField
              key={`${name} ${type}`}
              label={say(`hashRules.${name}`, { type })}
              required
              inputMode="decimal"
              {...shown}
              help={allowed && name === 'share' ? say('hashRules.shareHelp') : undefined}
              value={typed[type]}
              onChange={(value) => change({ ...typed, [type]: value })}
              error={allowed ? null : say(`hashRules.${name}Help`)}
            />
          )
        }),
      )}
      <p className="text-muted">{say('hashRules.from')}</p>
    </FormDialog>
  )
}
