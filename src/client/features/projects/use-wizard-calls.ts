import { useState } from 'react'
import { codeOf, meansSignedOut, messageOf, reportFailure } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { toastError, toastSuccess } from '#client/ui/toast.ts'
import type { Project, ReportLanguage } from '#shared/projects.ts'
import { type BackToSelection, useBackToSelection } from './use-back-to-selection.ts'
import { contentOf, isConflict, type ProjectSave, useProjectSave } from './use-project-save.ts'
import type { Wizard } from './use-wizard.ts'
import type { Conflict } from './wizard-conflict-dialog.tsx'
import { reportPage } from './wizard-pages.ts'

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

/** Generate the report of the form. A new project is saved first, so that a retry uses the same project. */
function useExport({ state, goTo }: Wizard, project: ProjectSave) {
  const { form, saved } = state
  const say = useWord()
  const generate = trpc.projects.exportPdf.useMutation({ meta: { silent: true } })
  const [generating, setGenerating] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const generateReport = async (language: ReportLanguage, rowVersion: number | null) => {
    const row = saved ?? (await project.send(form, null))
    if (!saved) project.accept(row, form)
    const exported = await project.callWithVersion({
      rowVersion: saved ? rowVersion : row.rowVersion,
      sent: form,
      aim: { kind: 'export', language },
      call: (version) =>
        generate.mutateAsync({ language, project: { ...contentOf(form), id: row.id, rowVersion: version } }),
    })
    project.accept(exported, form)
    project.setConflict(null)
    toastSuccess(say('wizard.exported'))
  }
  const report = (error: unknown) => {
    // Documented: 1 = the server refused, 2 = the call itself failed.
    const word = say(codeOf(error) === null ? 'wizard.exportFailed' : 'wizard.exportRefused')
    setFailure(`${word}\n${messageOf(error)}`)
    if (meansSignedOut(error)) reportFailure(error, true)
    else if (!isConflict(error)) toastError(word)
  }
  const exportPdf = (language: ReportLanguage, rowVersion = state.rowVersion) =>
    project.exclusively(async () => {
      setGenerating(true)
      setFailure(null)
      goTo(reportPage)
      await generateReport(language, rowVersion).catch(report)
      setGenerating(false)
    })
  return { generating, failure, clearFailure: () => setFailure(null), exportPdf }
}

/** The calls of the wizard. A failed call leaves everything that was typed and shows the reason. */
export function useWizardCalls(wizard: Wizard, moved: { toId: (id: number) => void; toList: () => void }): WizardCalls {
  const { state, dispatch, goTo } = wizard
  const say = useWord()
  const project = useProjectSave(wizard, moved.toId)
  const { conflict, setConflict } = project
  const { generating, failure, clearFailure, exportPdf } = useExport(wizard, project)
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
