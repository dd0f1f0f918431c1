import { useState } from 'react'
import { FormDialog } from '#client/features/places/form-dialog.tsx'
import { useSubmit } from '#client/features/places/use-submit.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { type DeviceType, deviceTypes } from '#shared/devices.ts'
import { HashRulesFields, type HashRulesRow } from '#shared/hash-rules.ts'

type Typed = Record<DeviceType, string>
const typedOf = (values: Readonly<Record<DeviceType, number>>): Typed => ({ T30: String(values.T30), T20: String(values.T20) })

/** Sets the target of each type and k, from which a machine complies. */
export function HashRulesDialog({ rules, onClose }: { rules: HashRulesRow; onClose: () => void }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const [targets, setTargets] = useState(typedOf(rules.targets))
  const [share, setShare] = useState(typedOf(rules.share))
  const save = trpc.devices.saveHashRules.useMutation({ meta: { silent: true } })
  const { busy, error, submit } = useSubmit<unknown>({ isNew: false, onSaved: onClose, refresh: () => utils.devices.hashRules.invalidate() })
  const { targets: target, share: part } = HashRulesFields.shape
  const wrong = { targets: !target.safeParse(targets).success, share: !part.safeParse(share).success }
  const rows = [
    { name: 'target', rule: target, typed: targets, change: setTargets, maxLength: 8, unit: 'TH/s' },
    { name: 'share', rule: part, typed: share, change: setShare, maxLength: 6 },
  ] as const
  const send = async () => {
    if (!wrong.targets && !wrong.share)
      await submit(() => save.mutateAsync({ targets: target.parse(targets), share: part.parse(share), rowVersion: rules.rowVersion }))
  }
  return (
    <FormDialog title={say('hashRules.title')} busy={busy} error={error} onSubmit={send} onClose={onClose}>
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
