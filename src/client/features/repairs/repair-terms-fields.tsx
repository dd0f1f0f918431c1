import { say } from '#client/i18n.ts'
import { DateField } from '#client/ui/date-field.tsx'
import { TextField } from '#client/ui/field.tsx'
import { isDay } from '#shared/dates.ts'
import { highestRepairCost, longestWorkshop } from '#shared/repairs.ts'
import type { RepairDraft } from './use-save-repairs.ts'

type Props = { draft: RepairDraft; change: (patch: Partial<RepairDraft>) => void }

/** The workshop; for a return also the cost of each device and the end of the workshop's warranty. */
export function RepairTermsFields({ draft, change }: Props) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <TextField
        label={say('repairs.workshop')}
        maxLength={longestWorkshop}
        autoComplete="off"
        value={draft.workshop}
        onChange={(workshop) => change({ workshop })}
      />
      {draft.type === '送回' && (
        <>
          <TextField
            label={say('repairs.cost')}
            type="number"
            min={0}
            max={highestRepairCost}
            step={0.01}
            value={draft.cost}
            onChange={(cost) => change({ cost })}
          />
          <DateField
            label={say('repairs.warrantyUntil')}
            min={isDay(draft.date) ? draft.date : undefined}
            value={draft.warrantyUntil}
            onChange={(warrantyUntil) => change({ warrantyUntil })}
          />
        </>
      )}
    </div>
  )
}
