import { CloudOff, HardDriveDownload } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { Select } from '#client/ui/select.tsx'
import { type ReportLanguage, reportLanguages } from '#shared/projects.ts'
import type { Wizard } from './use-wizard.ts'
import type { WizardCalls } from './use-wizard-calls.ts'
import { lastInputPage, reportPage, type WizardPage } from './wizard-pages.ts'

type Props = {
  wizard: Wizard
  page: WizardPage
  calls: WizardCalls
  reportLanguage: ReportLanguage
  onReportLanguage: (language: ReportLanguage) => void
  onPage: (page: WizardPage) => void
  onSave: () => void
}

/** The actions of the project: save a draft, change the page, make the report. */
export function WizardBar({ wizard, page, calls, reportLanguage, onReportLanguage, onPage, onSave }: Props) {
  const say = useWord()
  if (page === reportPage)
    return (
      <Bar>
        <Button onClick={() => void calls.backToSelection()} disabled={calls.isBackDisabled}>
          {say('wizard.back')}
        </Button>
      </Bar>
    )
  return (
    <Bar>
      <SaveState wizard={wizard} />
      {!wizard.readOnly && (
        <Button onClick={() => void calls.saveDraft()} busy={calls.saving} disabled={calls.generating}>
          {say('wizard.saveDraft')}
        </Button>
      )}
      <Button disabled={page === 1} onClick={() => onPage((page - 1) as WizardPage)}>
        {say('wizard.previous')}
      </Button>
      <Button
        variant={page === lastInputPage ? 'default' : 'primary'}
        disabled={page === lastInputPage}
        onClick={() => onPage((page + 1) as WizardPage)}
      >
        {say('wizard.next')}
      </Button>
      {page === lastInputPage && !wizard.readOnly && (
        <div className="flex gap-2 max-sm:w-full">
          <Select
            label={say('wizard.reportLanguage')}
            labelHidden
            value={reportLanguage}
            options={reportLanguages.map((language) => ({
              value: language,
              label: say(`reportPage.language.${language}`),
            }))}
            onChange={(language) => language && onReportLanguage(language)}
            className="flex-1 sm:w-36"
          />
          <Button variant="primary" onClick={onSave} busy={calls.generating} disabled={calls.saving}>
            {say(calls.generating ? 'wizard.generating' : 'wizard.save')}
          </Button>
        </div>
      )}
    </Bar>
  )
}

const Bar = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-4 py-2">
    {children}
  </div>
)

/** Whether the changes are on the server, in this browser, or not saved. */
function SaveState({ wizard: { unsaved, isStored } }: { wizard: Wizard }) {
  const say = useWord()
  if (!unsaved) return <span className="mr-auto" />
  const Icon = isStored ? HardDriveDownload : CloudOff
  return (
    <span
      className={`mr-auto flex items-center gap-1.5 text-xs ${isStored ? 'text-muted max-sm:hidden' : 'text-caution'}`}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {say('wizard.unsaved')} · {say(isStored ? 'wizard.keptHere' : 'wizard.notKept')}
    </span>
  )
}
