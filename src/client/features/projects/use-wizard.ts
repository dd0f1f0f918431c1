import { useEffect, useMemo, useReducer, useState } from 'react'
import { useAskBeforeLosing } from '#client/ask-before-leaving.ts'
import { useHeldDraft } from '#client/held-drafts.ts'
import { useSession } from '#client/session-context.tsx'
import type { Project } from '#shared/projects.ts'
import { useWizardStep, type WizardStep } from './use-wizard-step.ts'
import {
  claimTabId,
  deleteDraft,
  isTakenByOtherTab,
  loadDraft,
  ownKey,
  storeDraft,
  storeTabId,
} from './wizard-draft.ts'
import { sameForm } from './wizard-form.ts'
import { openWizard, reduceWizard, type WizardAction, type WizardState } from './wizard-state.ts'

export type Wizard = WizardStep & {
  state: WizardState
  dispatch: (action: WizardAction) => void
  /** The form has changes that the server does not have. */
  unsaved: boolean
  /** The form is saved in this browser. */
  isStored: boolean
  /** The project belongs to another person. */
  readOnly: boolean
}

/** The form of one project: its values and page, and a draft in this browser that is saved after every key. */
export function useWizard(project: Project | null, heldDrafts: ReadonlySet<string>): Wizard {
  const { id: userId } = useSession()
  const readOnly = project !== null && project.userId !== userId
  const [state, dispatch] = useReducer(reduceWizard, project, (saved) =>
    openWizard(saved, readOnly ? null : loadDraft(userId, saved?.id ?? null, heldDrafts)),
  )
  const { form, base, rowVersion } = state
  const { page, goTo } = useWizardStep(state.opening)
  const projectId = state.saved?.id ?? null
  const unsaved = useMemo(() => !readOnly && !sameForm(form, base), [readOnly, form, base])
  const [isStored, setStored] = useState(true)
  useHeldDraft(ownKey(userId, projectId))

  useEffect(() => {
    if (!unsaved) {
      deleteDraft(userId, projectId)
      return
    }
    const store = () =>
      setStored(storeDraft(userId, projectId, { form, page, rowVersion, at: new Date().toISOString() }))
    store()
    // Without locks, a new tab also takes the draft of a tab that is still open, which then writes its own again.
    const storeAgain = (event: StorageEvent) => isTakenByOtherTab(userId, projectId, event) && store()
    addEventListener('storage', storeAgain)
    addEventListener('pagehide', store)
    return () => {
      removeEventListener('storage', storeAgain)
      removeEventListener('pagehide', store)
    }
  }, [unsaved, userId, projectId, form, page, rowVersion])

  useEffect(() => {
    // Until the page is closed: the id of the tab is needed by the next page, whatever screen is open then.
    addEventListener('pagehide', storeTabId)
    addEventListener('pageshow', claimTabId)
  }, [])

  useAskBeforeLosing(unsaved && !isStored)

  return { state, dispatch, page, goTo, unsaved, isStored, readOnly }
}
