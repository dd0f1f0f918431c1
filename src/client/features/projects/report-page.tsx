import { CircleAlert, CircleCheck, Download, LoaderCircle } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useWord } from '#client/i18n.ts'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { useWide } from '#client/ui/use-wide.ts'
import type { Project } from '#shared/projects.ts'
import { fileNameOf, type ReportLinks, useReportLinks } from './report-page-links.ts'
import { ReportPreview } from './report-page-preview.tsx'
import { ReportResult } from './report-page-result.tsx'
import { ReportVersions } from './report-page-versions.tsx'

type ReportPageProps = {
  saved: Project
  state: 'generating' | 'done' | 'failed'
  /** The reason of a failure, in words. */
  message: string | null
  onRetry: () => void
  onBack: () => void
}

/** Page 5: the report while it is generated, the finished report, or the reason why it failed. */
export function ReportPage({ saved, state, message, onRetry, onBack }: ReportPageProps) {
  const links = useReportLinks(saved, state !== 'generating')
  if (state === 'generating') return <Generating />
  if (state === 'done') return <Done links={links} onRetry={onRetry} />
  return (
    <div className="grid grid-cols-1 gap-4">
      <Failed message={message} onRetry={onRetry} onBack={onBack} />
      <ReportVersions links={links} />
    </div>
  )
}

function Generating() {
  const say = useWord()
  return (
    <div role="status" className="flex min-h-80 flex-col items-center justify-center gap-3">
      <LoaderCircle aria-hidden className="size-8 animate-spin text-accent" strokeWidth={1.5} />
      <p>{say('reportPage.generating')}</p>
    </div>
  )
}

function Failed({ message, onRetry, onBack }: Pick<ReportPageProps, 'message' | 'onRetry' | 'onBack'>) {
  const say = useWord()
  return (
    <div role="alert" className="flex min-h-80 flex-col items-center justify-center gap-3 px-4 text-center">
      <CircleAlert aria-hidden className="size-8 text-danger" strokeWidth={1.5} />
      <h2 className="text-lg font-semibold">{say('reportPage.failed')}</h2>
      {message !== null && <p className="max-w-xl whitespace-pre-line">{message}</p>}
      <p className="max-w-xl text-muted">{say('reportPage.failedHelp')}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={onBack}>{say('reportPage.back')}</Button>
        <Button variant="primary" onClick={onRetry}>
          {say('reportPage.again')}
        </Button>
      </div>
    </div>
  )
}

/** The single verdict of the page: a report without a suitable model must not look like a completed selection. */
function ResultHeading({
  heading,
  nothingFits,
}: {
  heading: RefObject<HTMLHeadingElement | null>
  nothingFits: boolean
}) {
  const say = useWord()
  const Icon = nothingFits ? CircleAlert : CircleCheck
  return (
    <div className="mb-3 grid gap-1">
      <h2
        ref={heading}
        tabIndex={-1}
        className={classNames(
          'flex items-center gap-2 text-lg font-semibold outline-none',
          nothingFits && 'text-danger',
        )}
      >
        <Icon aria-hidden className={classNames('size-6 shrink-0', !nothingFits && 'text-success')} />
        {say(nothingFits ? 'panel.noFit' : 'reportPage.done')}
      </h2>
      {nothingFits && <p>{say('reportPage.noFitHelp')}</p>}
    </div>
  )
}

function Done({ links, onRetry }: { links: ReportLinks; onRetry: () => void }) {
  const say = useWord()
  const wide = useWide()
  const { project, follow, renewing } = links
  const newest = project.pdfList[0]
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button no longer exists, so the focus moves to the heading for people who use a screen reader.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="grid grid-cols-1 gap-4">
        <Card>
          <ResultHeading heading={heading} nothingFits={project.selection?.model === null} />
          {newest && (
            <a
              href={newest.pdfUrl}
              download={fileNameOf(newest)}
              aria-busy={renewing || undefined}
              onClick={(event) => follow(event, newest.version)}
              className={`${buttonStyle('primary')} h-auto! w-full py-2 text-start whitespace-normal!`}
            >
              <Download aria-hidden className="size-4 shrink-0" />
              <span className="min-w-0 wrap-anywhere">{fileNameOf(newest)}</span>
            </a>
          )}
          {!newest && (
            <div className="grid justify-items-start gap-2">
              <p className="text-muted">{say('reportPage.noFile')}</p>
              <Button onClick={onRetry}>{say('reportPage.again')}</Button>
            </div>
          )}
          {project.selection && (
            <div className="mt-4">
              <ReportResult project={project} selection={project.selection} />
            </div>
          )}
        </Card>
        <ReportVersions links={links} />
      </div>
      {newest && wide && <ReportPreview key={newest.version} pdf={newest} />}
    </div>
  )
}
