import { useRef, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import type { ProjectPdf } from '#shared/projects.ts'

/**
 * Hide the viewer's column of page thumbnails, so that the report keeps its width and Tab leaves it after a few
 * presses.
 */
const inline = (url: string): string => `${url}${url.includes('?') ? '&' : '?'}inline=1#navpanes=0&view=FitH`

/**
 * The report in the browser's own viewer. Give it the version as `key`: a renewed address of the same report must not
 * scroll it back to the first page.
 */
export function ReportPreview({ pdf: { pdfUrl, pdfFileName } }: { pdf: ProjectPdf }) {
  const say = useWord()
  const [first] = useState(pdfUrl)
  const end = useRef<HTMLSpanElement>(null)
  return (
    <div className="relative">
      {/* Every link in the report is a tab stop, about a hundred of them, so this button skips them. */}
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
