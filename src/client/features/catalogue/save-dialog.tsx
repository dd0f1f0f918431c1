import { useWord } from '#client/i18n.ts'
import { actionForm, FormDialog } from '#client/ui/form/form-dialog.tsx'
import type { CatalogueDifference } from '#shared/catalogue.ts'
import { CatalogueDifferences } from './catalogue-differences.tsx'

type Props = {
  difference: CatalogueDifference
  sources: { before: string; after: string }
  busy: boolean
  onClose: () => void
  onSave: () => void
}

/** Show once more what will change for every new calculation. */
export function SaveDialog({ difference, sources, busy, onClose, onSave }: Props) {
  const say = useWord()
  return (
    <FormDialog
      form={actionForm({ busy, submit: async () => onSave() })}
      size="md"
      title={say('catalogue.saveTitle')}
      onClose={onClose}
    >
      <p className="text-muted">{say('catalogue.saveHelp')}</p>
      <CatalogueDifferences difference={difference} sources={sources} />
    </FormDialog>
  )
}
