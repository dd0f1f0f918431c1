import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { leaveUnasked } from '#client/ask-before-leaving.ts'
import { say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { useWide } from '#client/ui/use-wide.ts'
import type { Project } from '#shared/projects.ts'
import type { Catalogue } from '#shared/selection/model.ts'
import type { FieldName } from '#shared/selection/project-fields.ts'
import { projectTitle } from './project-title.ts'
import { type LiveSelection, useSelection } from './use-selection.ts'
import { useWizard, type Wizard as WizardState } from './use-wizard.ts'
import { useWizardCalls, type WizardCalls } from './use-wizard-calls.ts'
import { useWizardExport, type WizardExport } from './use-wizard-export.ts'
import { WizardBar } from './wizard-bar.tsx'
import { WizardChangeNote } from './wizard-change-note.tsx'
import { type WizardFields, WizardFieldsProvider } from './wizard-context.tsx'
import { WizardHeader } from './wizard-header.tsx'
import { InputPage } from './wizard-input-page.tsx'
import { WizardNotes } from './wizard-notes.tsx'
import { focusField, gapsOf, lastInputPage, pageOf, pageTitles, reportPage, type WizardPage } from './wizard-pages.ts'
import { WizardAside, WizardSheet } from './wizard-result.tsx'

const WizardPageReport = lazyPart(
  async () => (await import('./wizard-page-report.tsx')).WizardPageReport,
  <Skeleton className="h-80 w-full" />,
  true,
)
const WizardLeaveDialog = lazyPart(
  async () => (await import('./wizard-leave-dialog.tsx')).WizardLeaveDialog,
  null,
  true,
)
const WizardConflictDialog = lazyPart(
  async () => (await import('./wizard-conflict-dialog.tsx')).WizardConflictDialog,
  null,
  true,
)

type Props = {
  project: Project | null
  catalogue: Catalogue
  /** The keys of drafts whose forms are open in other tabs. */
  heldDrafts: ReadonlySet<string>
  /** Called when the project was saved for the first time. */
  onSaved: (id: number) => void
}

/**
 * The open page. The address may open the report of a project that has none, or that has changed since its report: then
 * it is the last page with inputs.
 */
function usePage({ page: requested, goTo: setPage, unsaved, state: { saved } }: WizardState, calls: WizardCalls) {
  const reportReady = !unsaved && saved !== null && saved.exportStatus !== 0
  const page =
    requested === reportPage && !reportReady && !calls.generating && calls.failure === null ? lastInputPage : requested
  useEffect(() => {
    if (page !== requested) setPage(page, { replace: true })
  })
  return { page, reportReady, ...usePageFocus(page, setPage) }
}

type Pages = ReturnType<typeof usePage>

/** The selection of one project: five pages with the live result beside them. */
export function Wizard({ project, catalogue, heldDrafts, onSaved }: Props) {
  const [, navigate] = useLocation()
  const wide = useWide()
  const wizard = useWizard(project, heldDrafts)
  const { form, saved } = wizard.state
  const toList = () => leaveUnasked(() => navigate('/materialType'))
  const calls = useWizardCalls(wizard, { toId: onSaved, toList })
  const live = useSelection(form, catalogue)
  const [leaving, setLeaving] = useState(false)
  const pages = usePage(wizard, calls)
  const { page, goTo } = pages
  const exporting = useWizardExport(wizard, calls, pages, catalogue)
  const hasResult = page !== reportPage
  const result = {
    live,
    projectId: saved?.id ?? null,
    reportedCatalogue: saved?.catalogueVersion ?? null,
    onGo: pages.goToField,
  }
  return (
    <WizardFieldsProvider fields={useFields(wizard, live)}>
      <WizardHeader
        title={projectTitle(form.values.name.trim())}
        projectNo={saved?.projectNo ?? null}
        page={page}
        pageGaps={gapsOf(live.missing, live.errors.keys())}
        reportReady={pages.reportReady}
        onPage={goTo}
        onBack={() => void calls.backToSelection()}
        onList={() => (wizard.unsaved ? setLeaving(true) : toList())}
      />
      <div className="mx-auto grid w-full max-w-[1800px] flex-1 grid-cols-1 content-start gap-4 p-4">
        <WizardNotes wizard={wizard} />
        <WizardChangeNote saved={saved} unsaved={wizard.unsaved} outcome={live.outcome} />
        <Columns aside={wide && hasResult && <WizardAside {...result} />}>
          <PageContent pages={pages} wizard={wizard} calls={calls} live={live} exporting={exporting} />
        </Columns>
      </div>
      <div data-bottom-bar className="sticky bottom-0 z-9">
        {!wide && hasResult && <WizardSheet {...result} />}
        <WizardBar
          wizard={wizard}
          page={page}
          calls={calls}
          reportLanguage={exporting.reportLanguage}
          onReportLanguage={exporting.setReportLanguage}
          onPage={goTo}
          onSave={exporting.save}
        />
      </div>
      <WizardDialogs
        wizard={wizard}
        calls={calls}
        leaving={leaving}
        onStay={() => setLeaving(false)}
        onLeave={toList}
      />
    </WizardFieldsProvider>
  )
}

type ContentProps = {
  pages: Pages
  wizard: WizardState
  calls: WizardCalls
  live: LiveSelection
  exporting: WizardExport
}

/** The heading of the open page, and its inputs or the report. */
function PageContent({ pages: { page, heading, goTo, goToField }, wizard, calls, live, exporting }: ContentProps) {
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-44 text-lg font-semibold outline-none">
        {say(pageTitles[page])}
      </h2>
      {page === reportPage ? (
        <WizardPageReport saved={wizard.state.saved} calls={calls} onRetry={exporting.save} />
      ) : (
        <InputPage
          page={page}
          wizard={wizard}
          live={live}
          refusals={exporting.refusals}
          onNext={() => page < lastInputPage && goTo((page + 1) as WizardPage)}
          onGo={goToField}
        />
      )}
    </>
  )
}

type DialogsProps = {
  wizard: WizardState
  calls: WizardCalls
  leaving: boolean
  onStay: () => void
  onLeave: () => void
}

/** The questions before leaving with unsaved changes, and about changes of another person. */
function WizardDialogs({ wizard, calls, leaving, onStay, onLeave }: DialogsProps) {
  return (
    <>
      {leaving && (
        <WizardLeaveDialog
          isStored={wizard.isStored}
          saving={calls.saving}
          onClose={onStay}
          onLeave={onLeave}
          onSave={() => void calls.saveDraft().finally(onStay)}
        />
      )}
      {calls.conflict && (
        <WizardConflictDialog
          conflict={calls.conflict}
          mine={wizard.state.form}
          saving={calls.saving}
          onClose={() => void calls.settleConflict(null)}
          onTheirs={(theirs) => void calls.settleConflict({ take: 'theirs', theirs })}
          onMine={(theirs) => void calls.settleConflict({ take: 'mine', theirs })}
        />
      )}
    </>
  )
}

/** The values and actions that the fields of all pages use. */
function useFields({ state, dispatch }: WizardState, live: LiveSelection): WizardFields {
  const { form, touched } = state
  return useMemo(
    () => ({
      form,
      set: (field, value) => dispatch({ type: 'typed', field, value }),
      confirmZero: (field, confirmed) => dispatch({ type: 'zero', field, confirmed }),
      leave: (field) => dispatch({ type: 'left', fields: [field] }),
      errorOf: (field) => (touched.has(field) ? (live.errors.get(field) ?? null) : null),
      warningsOf: (field) => live.warnings.get(field) ?? [],
    }),
    [form, touched, live, dispatch],
  )
}

const Columns = ({ aside, children }: { aside: ReactNode; children: ReactNode }) => (
  <div className={aside ? 'grid grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)] gap-4' : 'grid grid-cols-1'}>
    <div className="grid min-w-0 grid-cols-1 content-start gap-4">{children}</div>
    {aside}
  </div>
)

/** When the page changes, focus its heading or the requested field. */
function usePageFocus(page: WizardPage, setPage: (page: WizardPage) => void) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(page)
  const requestedField = useRef<FieldName | null>(null)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    scrollTo(0, 0)
    const field = requestedField.current
    requestedField.current = null
    if (field === null || !focusField(field)) heading.current?.focus({ preventScroll: true })
  }, [page])
  const goToField = (field: FieldName) => {
    if (pageOf(field) === page) focusField(field)
    else {
      requestedField.current = field
      setPage(pageOf(field))
    }
  }
  return { heading, goTo: setPage, goToField }
}
