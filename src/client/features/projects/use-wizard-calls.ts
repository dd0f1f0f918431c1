import { reportFailure } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { toastSuccess } from '#client/ui/toast.ts'
import type { Project, ReportLanguage } from '#shared/projects.ts'
import { type BackToSelection, useBackToSelection } from './use-back-to-selection.ts'
import { isConflict, useProjectSave } from './use-project-save.ts'
import type { Wizard } from './use-wizard.ts'
import { useReportExport } from './use-wizard-export.ts'
import type { Conflict } from './wizard-conflict-dialog.tsx'

export type WizardCalls = BackToSelection & {
  saving: boolean
  generating: boolean
  /** Why the last report failed, in words; null = no failure. */
  failure: string | null
  conflict: Conflict | null
  /** 暂存: save the draft, then open the project list. */
  saveDraft: () => Promise<void>
  /** 保存: open page 5 at once, then generate the report. */
  exportPdf: (language: ReportLanguage) => Promise<void>
  settleConflict: (choice: { take: 'theirs' | 'mine'; theirs: Project } | null) => Promise<void>
}

/** The calls of the wizard. A failed call leaves everything that was typed and shows the reason. */
export function useWizardCalls(wizard: Wizard, moved: { toId: (id: number) => void; toList: () => void }): WizardCalls {
  const { state, dispatch, goTo } = wizard
  const say = useWord()
  const project = useProjectSave(wizard, moved.toId)
  const { conflict, setConflict } = project
  const { generating, failure, clearFailure, exportPdf } = useReportExport(wizard, project)
  const back = useBackToSelection(wizard, generating)

  const saveDraft = (rowVersion = state.rowVersion) =>
    project.exclusively(async () => {
      const sent = state.form
      try {
        const call = (version: number | null) => project.send(sent, version)
        project.accept(await project.callWithVersion({ rowVersion, sent, aim: { kind: 'draft' }, call }), sent)
        setConflict(null)
        toastSuccess(say('wizard.draftSaved'))
        moved.toList()
      } catch (error) {
        if (!isConflict(error)) reportFailure(error, true)
      }
    })

  const settleConflict: WizardCalls['settleConflict'] = async (choice) => {
    if (choice === null || conflict === null) return setConflict(null)
    if (choice.take === 'theirs') {
      setConflict(null)
      clearFailure()
      dispatch({ type: 'tookTheirs', project: choice.theirs })
      if (conflict.aim.kind === 'export') goTo(1)
    } else if (conflict.aim.kind === 'draft') await saveDraft(choice.theirs.rowVersion)
    else {
      setConflict(null)
      await exportPdf(conflict.aim.language, choice.theirs.rowVersion)
    }
  }

  return {
    saving: project.isSaving,
    generating,
    failure,
    conflict,
    ...back,
    saveDraft: () => saveDraft(),
    exportPdf: (language) => exportPdf(language),
    settleConflict,
  }
}
