import { Download } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import { Card } from '#client/ui/card.tsx'
import { toMinute } from '#client/ui/instant.ts'
import { fileNameOf, type ReportLinks } from './report-page-links.ts'

/** Every report of the project, newest first; each can be downloaded. */
export function ReportVersions({ links: { project, follow } }: { links: ReportLinks }) {
  const say = useWord()
  if (project.pdfList.length === 0) return null
  return (
    <Card title={say('reportPage.versions')} padded={false}>
      <ul className="divide-y divide-line">
        {project.pdfList.map((pdf) => (
          <li key={pdf.version} className="grid gap-0.5 px-4 py-2">
            <span className="figures flex flex-wrap gap-x-3">
              <span className="font-medium">{pdf.version}</span>
              <span className="text-muted">{say(`reportPage.language.${pdf.language}`)}</span>
              <time className="text-muted" dateTime={pdf.createTimeStr.replace(' ', 'T')}>
                {toMinute(pdf.createTimeStr)}
              </time>
            </span>
            <a
              href={pdf.pdfUrl}
              download={fileNameOf(pdf)}
              onClick={(event) => follow(event, pdf.version)}
              className="inline-flex min-h-6 items-start gap-1.5 text-accent underline underline-offset-2"
            >
              <Download aria-hidden className="mt-0.5 size-4 shrink-0" />
              <span className="min-w-0 wrap-anywhere">{fileNameOf(pdf)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
