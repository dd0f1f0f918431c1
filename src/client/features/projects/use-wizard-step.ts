import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { searchOf, stepOf } from './wizard-address.ts'
import type { WizardPage } from './wizard-pages.ts'

export type WizardStep = {
  page: WizardPage
  /** Open a page as a new entry of the browser history, so that Back returns; `replace` = replace the present entry. */
  goTo: (page: WizardPage, way?: { replace: boolean }) => void
}

/**
 * The page of the wizard, kept in the address: Back goes one step back, a reload keeps the step, a link opens its step.
 * `opening` = the page for an address without a step; any other than the first is written into the address at once.
 */
export function useWizardStep(opening: WizardPage): WizardStep {
  const [path, navigate] = useLocation()
  const named = stepOf(useSearch())
  // Read the current address: a project that has just been saved has its id there before the next render.
  const write = (step: WizardPage, replace: boolean) =>
    navigate(path + searchOf(location.search, { step }), { replace, state: history.state })
  useEffect(() => {
    if (named === null && opening !== 1)
      navigate(path + searchOf(location.search, { step: opening }), { replace: true, state: history.state })
  }, [named, opening, path, navigate])
  return {
    page: named ?? opening,
    goTo: (next, way) => {
      if (next !== (stepOf(location.search) ?? opening)) write(next, way?.replace ?? false)
    },
  }
}
