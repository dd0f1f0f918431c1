import { language, useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toMinute } from '#client/ui/instant.ts'
import { fieldLabel } from '#shared/i18n/selection.ts'
import type { Project } from '#shared/projects.ts'
import { differences, formOf, sameImages, type WizardForm } from './wizard-form.ts'
import { valueText } from './wizard-value.ts'

/** A save that was refused because the row has changed since the form began with it. */
export type Conflict = { message: string; theirs: Project }

type Props = {
  conflict: Conflict
  mine: WizardForm
  saving: boolean
  onClose: () => void
  onTheirs: (theirs: Project) => void
  onMine: (theirs: Project) => void
}

/** Show the differences and let the person choose; after any choice the typed values can be restored. */
export function WizardConflictDialog({ conflict, mine, saving, onClose, onTheirs, onMine }: Props) {
  const say = useWord()
  return (
    <Dialog
      open
      onClose={onClose}
      title={say('wizard.conflictTitle')}
      role="alertdialog"
      size="md"
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            {say('wizard.keepTyping')}
          </Button>
          <Button onClick={() => onTheirs(conflict.theirs)}>{say('wizard.loadTheirs')}</Button>
          <Button variant="primary" busy={saving} onClick={() => onMine(conflict.theirs)}>
            {say('wizard.keepMine')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p className="font-medium">{conflict.message}</p>
        <p className="text-muted">
          {say('wizard.conflictWhen', {
            time: toMinute(conflict.theirs.updateTimeStr),
            name: conflict.theirs.userName ?? say('projects.ownerGone'),
          })}
        </p>
        <Differences mine={mine} theirs={formOf(conflict.theirs)} />
      </div>
    </Dialog>
  )
}

function Differences({ mine, theirs }: { mine: WizardForm; theirs: WizardForm }) {
  const say = useWord()
  const fields = differences(mine, theirs)
  const zeros = ({ zeroConfirmed }: WizardForm) =>
    zeroConfirmed.map((field) => fieldLabel(language, field)).join(' · ') || say('wizard.empty')
  const rows = [
    ...fields.map((field) => ({
      label: fieldLabel(language, field),
      mine: valueText(field, mine.values[field]),
      theirs: valueText(field, theirs.values[field]),
    })),
    ...(zeros(mine) === zeros(theirs)
      ? []
      : [{ label: say('wizard.conflictZero'), mine: zeros(mine), theirs: zeros(theirs) }]),
    ...(sameImages(mine, theirs)
      ? []
      : [
          {
            label: say('wizard.conflictImages'),
            mine: String(mine.images.length),
            theirs: String(theirs.images.length),
          },
        ]),
  ]
  if (rows.length === 0) return <p>{say('wizard.conflictNone')}</p>
  return (
    <table className="w-full text-start">
      <thead className="text-xs text-muted">
        <tr className="border-b border-line *:py-1 *:pe-3 *:text-start *:font-medium">
          <th scope="col">{say('wizard.field')}</th>
          <th scope="col">{say('wizard.mine')}</th>
          <th scope="col">{say('wizard.theirs')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, mine: ours, theirs: other }) => (
          <tr key={label} className="border-b border-line last:border-b-0 *:py-1.5 *:pe-3 *:text-start *:align-top">
            <th scope="row" className="font-normal text-muted">
              {label}
            </th>
            <td className="font-medium break-all">{ours}</td>
            <td className="break-all">{other}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
