import { ArrowLeft, ArrowRight, Check, CircleCheck, CornerUpLeft, LayoutGrid, ListTodo } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import {
  donePages,
  type Gaps,
  lastInputPage,
  pageTitles,
  percentAt,
  reportPage,
  type WizardPage,
  wizardPages,
} from './wizard-pages.ts'

type Props = {
  title: string
  projectNo: string | null
  page: WizardPage
  /** The missing and invalid values of each page. */
  pageGaps: ReadonlyMap<WizardPage, Gaps>
  /** The report of page 5 can be opened again, because nothing has changed since. */
  reportReady: boolean
  onPage: (page: WizardPage) => void
  onBack: () => void
  onList: () => void
}

/** The name of the project, its progress, and links to the pages. */
export function WizardHeader({ title, projectNo, page, pageGaps, reportReady, onPage, onBack, onList }: Props) {
  const say = useWord()
  return (
    <header className="sticky top-12 z-9 border-b border-line bg-surface">
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1">
        <Button
          onClick={onList}
          icon={<LayoutGrid aria-hidden className="size-4" />}
          aria-label={say('wizard.projectList')}
        >
          <span className="max-sm:hidden">{say('wizard.projectList')}</span>
        </Button>
        <div className="flex min-w-0 flex-1 items-baseline gap-x-2">
          <h1 className="truncate text-base font-semibold">{title}</h1>
          {projectNo !== null && (
            <span className="figures text-xs whitespace-nowrap text-muted max-md:hidden">
              {say('wizard.number', { number: projectNo })}
            </span>
          )}
        </div>
        {page === reportPage ? (
          <Button onClick={onBack} icon={<CornerUpLeft aria-hidden className="size-4" />}>
            {say('wizard.back')}
          </Button>
        ) : (
          // On a narrow page the bar at the lower edge has them.
          <div className="flex gap-1 max-lg:hidden">
            <IconButton
              disabled={page === 1}
              onClick={() => onPage((page - 1) as WizardPage)}
              icon={<ArrowLeft aria-hidden className="size-4" />}
              label={say('wizard.previous')}
            />
            <IconButton
              disabled={page === lastInputPage}
              onClick={() => onPage((page + 1) as WizardPage)}
              icon={<ArrowRight aria-hidden className="size-4" />}
              label={say('wizard.next')}
            />
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pb-2">
        <Steps page={page} pageGaps={pageGaps} reportReady={reportReady} onPage={onPage} />
        <Completion page={page} />
        {page !== reportPage && <GapsSummary pageGaps={pageGaps} />}
      </div>
    </header>
  )
}

function Completion({ page }: { page: WizardPage }) {
  const say = useWord()
  const percent = percentAt(page)
  return (
    <div className="flex min-w-32 flex-1 items-center gap-2">
      <div
        role="progressbar"
        aria-label={say('wizard.progress')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent}%`}
        className="h-1.5 min-w-16 flex-1 overflow-hidden rounded-full bg-sunken forced-colors:h-2 forced-colors:border"
      >
        <div
          className="h-full rounded-full bg-accent-fill transition-[width] forced-colors:bg-[CanvasText]"
          style={{ width: `${percent}%` }}
        />
      </div>
      <span aria-hidden className="figures text-xs text-muted">
        {`${percent}%`}
      </span>
    </div>
  )
}

/** The number of empty required values and of invalid values, which the percentage of the page does not show. */
function GapsSummary({ pageGaps }: { pageGaps: Props['pageGaps'] }) {
  const say = useWord()
  const all = [...pageGaps.values()]
  const missing = all.reduce((sum, gaps) => sum + gaps.missing, 0)
  const wrong = all.reduce((sum, gaps) => sum + gaps.wrong, 0)
  const Icon = missing + wrong === 0 ? CircleCheck : ListTodo
  return (
    <p className="figures flex items-center gap-1.5 text-xs whitespace-nowrap">
      <Icon
        aria-hidden
        className={classNames('size-4 shrink-0', missing + wrong === 0 ? 'text-success' : 'text-caution')}
      />
      {missing + wrong === 0 ? say('wizard.nothingLacking') : gapsText(say, { missing, wrong })}
    </p>
  )
}

const gapsText = (say: ReturnType<typeof useWord>, { missing, wrong }: Gaps): string =>
  [missing > 0 && say('wizard.lacking', { count: missing }), wrong > 0 && say('wizard.wrong', { count: wrong })]
    .filter((text) => text !== false)
    .join(' · ')

/** The mark of a step with missing values: the number, and a text for screen readers. */
function GapsMark({ gaps }: { gaps: Gaps }) {
  const say = useWord()
  const text = gapsText(say, gaps)
  return (
    <span title={text} className="figures rounded-sm bg-caution-soft px-1 text-xs font-semibold text-caution">
      <span aria-hidden>{gaps.missing + gaps.wrong}</span>
      <span className="sr-only">{text}</span>
    </span>
  )
}

function Steps({ page, pageGaps, reportReady, onPage }: Pick<Props, 'page' | 'pageGaps' | 'reportReady' | 'onPage'>) {
  const say = useWord()
  const done = donePages(page, pageGaps)
  // A page with a report lacks nothing: otherwise there would be no report.
  const gapsOfStep = (step: WizardPage) => (page === reportPage ? undefined : pageGaps.get(step))
  const open = (step: WizardPage) => page !== reportPage && (step !== reportPage || reportReady)
  return (
    <nav aria-label={say('wizard.steps')}>
      <ol className="flex gap-1">
        {wizardPages
          .map((step) => ({ step, gaps: gapsOfStep(step) }))
          .map(({ step, gaps }) => (
            <li key={step}>
              <button
                type="button"
                aria-current={step === page ? 'step' : undefined}
                aria-disabled={step !== page && !open(step) ? true : undefined}
                onClick={() => step !== page && open(step) && onPage(step)}
                className={classNames(
                  'flex min-h-8 items-center gap-1.5 rounded-md px-1.5 whitespace-nowrap lg:px-2',
                  step === page
                    ? 'font-semibold text-accent'
                    : 'text-muted not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-ink',
                )}
              >
                <span
                  aria-hidden
                  className={classNames(
                    'figures grid size-5 shrink-0 place-items-center rounded-full border text-xs',
                    step === page ? 'border-transparent bg-accent-fill text-white' : 'border-control',
                  )}
                >
                  {done.has(step) ? <Check className="size-3" /> : step}
                </span>
                <span className={step === page ? 'max-sm:sr-only' : 'max-xl:sr-only'}>{say(pageTitles[step])}</span>
                {gaps && <GapsMark gaps={gaps} />}
              </button>
            </li>
          ))}
      </ol>
    </nav>
  )
}
