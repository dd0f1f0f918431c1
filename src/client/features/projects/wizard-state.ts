import type { CityClimate } from '#shared/cities.ts'
import type { Project, ProjectImage } from '#shared/projects.ts'
import type { FieldName, ZeroName } from '#shared/selection/project-fields.ts'
import { withClimate } from './wizard-climate.ts'
import type { WizardDraft } from './wizard-draft.ts'
import {
  differences,
  emptyForm,
  formOf,
  readForm,
  sameForm,
  type WizardForm,
  withFreshLinks,
  withValue,
  withZero,
} from './wizard-form.ts'
import { asPage, lastInputPage, reportPage, type WizardPage } from './wizard-pages.ts'

/** A note above the form: a draft of this browser was restored, or the server's content replaced the typed values. */
export type WizardNotice = { kind: 'restored'; at: string; changed: boolean } | { kind: 'tookTheirs'; mine: WizardForm }

export type WizardState = {
  /** The newest row of the server that this form knows; null = never saved. */
  saved: Project | null
  /** The form of that row; differences from it are not saved. */
  base: WizardForm
  form: WizardForm
  /** The row version that the form began with, which an update sends back. */
  rowVersion: number | null
  /** The page that is shown while the address has no step. */
  opening: WizardPage
  /** Fields that show errors: left at least once, or filled when the form was opened. */
  touched: ReadonlySet<FieldName>
  notice: WizardNotice | null
}

export type WizardAction =
  | { type: 'typed'; field: FieldName; value: string }
  | { type: 'zero'; field: ZeroName; confirmed: boolean }
  /** `requested` = the form when the climate was requested. */
  | { type: 'climate'; city: string; climate: CityClimate | null; requested: WizardForm }
  | { type: 'images'; images: ProjectImage[]; mainImage: string | null }
  | { type: 'left'; fields: readonly FieldName[] }
  /** The server has saved `sent`; texts that it left out stay in the form. */
  | { type: 'saved'; project: Project; sent: WizardForm }
  /** The row was read again: unsaved values stay. */
  | { type: 'reloaded'; project: Project }
  | { type: 'tookTheirs'; project: Project }
  | { type: 'tookMine' }
  | { type: 'discarded' }
  | { type: 'noticeRead' }

const filled = (form: WizardForm): ReadonlySet<FieldName> => new Set(differences(form, emptyForm()))

/**
 * Documented: an exported project opens on page 5, any other on page 1. A draft of this browser opens where it was
 * left.
 */
export function openWizard(saved: Project | null, draft: WizardDraft | null): WizardState {
  const base = saved ? formOf(saved) : emptyForm()
  const rowVersion = saved?.rowVersion ?? null
  const opening: WizardPage = saved && saved.exportStatus !== 0 ? reportPage : 1
  if (!draft || sameForm(draft.form, base))
    return { saved, base, form: base, rowVersion, opening, touched: filled(base), notice: null }
  const form = withFreshLinks(draft.form, base.images)
  const changed = saved !== null && draft.rowVersion !== rowVersion
  return {
    saved,
    base,
    form,
    rowVersion: saved && (draft.rowVersion ?? rowVersion),
    opening: asPage(Math.min(draft.page, lastInputPage)) ?? 1,
    touched: filled(form),
    notice: { kind: 'restored', at: draft.at, changed },
  }
}

const opened = (state: WizardState, project: Project): WizardState => {
  const base = formOf(project)
  return { ...state, saved: project, base, form: base, rowVersion: project.rowVersion, touched: filled(base) }
}

function afterSaving(state: WizardState, project: Project, sent: WizardForm): WizardState {
  const base = formOf(project)
  // Keep what was typed during the save and texts that are no number, which the server has left out.
  const nothingNew = sameForm(state.form, sent) && readForm(state.form).problems.length === 0
  const form = nothingNew ? base : withFreshLinks(state.form, base.images)
  return { ...state, saved: project, base, form, rowVersion: project.rowVersion, notice: null }
}

export function reduceWizard(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case 'typed':
      return { ...state, form: withValue(state.form, action.field, action.value) }
    case 'zero':
      return { ...state, form: withZero(state.form, action.field, action.confirmed) }
    case 'climate':
      // The city may have changed while the climate was loading.
      return state.form.values.city.trim() === action.city
        ? { ...state, form: withClimate(state.form, action.city, action.climate, action.requested) }
        : state
    case 'images':
      return { ...state, form: { ...state.form, images: action.images, mainImage: action.mainImage } }
    case 'left':
      return action.fields.every((field) => state.touched.has(field))
        ? state
        : { ...state, touched: new Set([...state.touched, ...action.fields]) }
    case 'saved':
      return afterSaving(state, action.project, action.sent)
    case 'reloaded': {
      if (sameForm(state.form, state.base)) return opened(state, action.project)
      // Keep the old row version with the typed values, so that saving asks before it overwrites anything.
      return { ...state, saved: action.project, form: withFreshLinks(state.form, action.project.images) }
    }
    case 'tookTheirs':
      return { ...opened(state, action.project), notice: { kind: 'tookTheirs', mine: state.form } }
    case 'tookMine':
      return state.notice?.kind === 'tookTheirs'
        ? { ...state, form: withFreshLinks(state.notice.mine, state.base.images), notice: null }
        : state
    case 'discarded':
      return {
        ...state,
        form: state.base,
        rowVersion: state.saved?.rowVersion ?? null,
        touched: filled(state.base),
        notice: null,
      }
    case 'noticeRead':
      return { ...state, notice: null }
  }
}
