import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { declareForm } from '#client/ui/form/declare-form.tsx'
import { Select } from '#client/ui/select.tsx'
import { type MachineTypeRow, MachineTypeSave } from '#shared/machine-types.ts'

const schema = MachineTypeSave.extend({ status: MachineTypeSave.shape.name })

/** Add a machine type, or change its targets and whether new machines may have it; the name cannot be changed. */
export const TypeForm = declareForm({
  words: 'machineTypes',
  schema,
  values: (row: MachineTypeRow | null) => ({
    name: row?.name ?? '',
    targetHashRate: row ? String(row.targetHashRate) : '',
    complianceShare: String(row?.complianceShare ?? 0.85),
    powerW: row?.powerW == null ? '' : String(row.powerW),
    status: row?.retired ? 'retired' : 'standing',
  }),
  useSaving: (utils) => {
    const save = trpc.machineTypes.save.useMutation({ meta: { silent: true } })
    const update = trpc.machineTypes.update.useMutation({ meta: { silent: true } })
    return {
      send: ({ values, row }) => {
        const { name, targetHashRate, complianceShare, powerW } = MachineTypeSave.parse(values)
        if (!row) return save.mutateAsync({ name, targetHashRate, complianceShare, powerW })
        const retired = values.status === 'retired'
        return update.mutateAsync({
          id: row.id,
          rowVersion: row.rowVersion,
          targetHashRate,
          complianceShare,
          powerW: powerW ?? null,
          retired,
        })
      },
      refresh: () =>
        Promise.all([utils.machineTypes.invalidate(), utils.charts.invalidate(), utils.machines.invalidate()]),
    }
  },
  fields: (form, isNew) => (
    <>
      {!isNew && <p className="font-medium sm:col-span-2">{form.row?.name}</p>}
      {isNew && <TextField {...form.text('name')} spellCheck={false} autoComplete="off" data-autofocus />}
      <TextField {...form.text('targetHashRate')} inputMode="decimal" unit="TH/s" maxLength={8} />
      <TextField {...form.text('complianceShare')} inputMode="decimal" maxLength={6} />
      <TextField {...form.text('powerW')} inputMode="numeric" unit="W" maxLength={6} />
      {!isNew && <StatusField {...form.choice('status')} />}
      <ValidFromNote />
    </>
  ),
})

type StatusProps = { label: string; value: string; onChange: (value: string) => void }
function StatusField({ label, value, onChange }: StatusProps) {
  const say = useWord()
  return (
    <Select
      label={label}
      value={value}
      options={(['standing', 'retired'] as const).map((status) => ({
        value: status,
        label: say(`machineTypes.status.${status}`),
      }))}
      onChange={(next) => next && onChange(next)}
      help={say('machineTypes.status.help')}
    />
  )
}

function ValidFromNote() {
  const say = useWord()
  return <p className="text-muted sm:col-span-2">{say('machineTypes.from')}</p>
}
