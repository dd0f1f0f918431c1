import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { searchOf, stepOf } from './wizard-address.ts'
import type { WizardPage } from './wizard-pages.ts'

export type WizardStep = {
  page: WizardPage
  /** Leads to a page as a new entry of the browser's history, so that Back returns; `replace` = in place of the present one. */
  goTo: (page: WizardPage, way?: { replace: boolean }) => void
}

/**
 * The page of the wizard, which lives in the address: Back goes one step back, a reload stays, a link opens its step. `opening` = the
 * page of an address without a step; unless that is the first one it is written into the address at once.
 */
export function useWizardStep(opening: WizardPage): WizardStep {
  const [path, navigate] = useLocation()
  const named = stepOf(useSearch())
  // The address of this moment: a project that has just been saved got its id there, and no render has seen it yet.
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
