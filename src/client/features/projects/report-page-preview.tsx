import { useRef, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import type { ProjectPdf } from '#shared/projects.ts'

/** Without the viewer's column of small pages: the report keeps its width, and Tab comes past it in a few presses. */
const inline = (url: string): string => `${url}${url.includes('?') ? '&' : '?'}inline=1#navpanes=0&view=FitH`

/** The report in the browser's own viewer. Give it a `key` of the version: a newer address of the same report must not turn it back to its first page. */
export function ReportPreview({ pdf: { pdfUrl, pdfFileName } }: { pdf: ProjectPdf }) {
  const say = useWord()
  const [first] = useState(pdfUrl)
  const end = useRef<HTMLSpanElement>(null)
  return (
    <div className="relative">
      {/* Every link of the report is a stop of Tab, a hundred of them. */}
      <button
        type="button"
        className="sr-only z-1 rounded-md bg-accent-fill px-3 py-2 text-white focus:not-sr-only focus:absolute focus:top-1 focus:left-1"
        onClick={() => end.current?.focus()}
      >
        {say('reportPage.skipPreview')}
      </button>
      <iframe
        src={inline(first)}
        title={`${say('reportPage.preview')}: ${pdfFileName}.pdf`}
        className="h-[max(32rem,calc(100dvh-16rem))] w-full rounded-md border border-line bg-surface"
      />
      <span ref={end} tabIndex={-1} />
    </div>
  )
}
