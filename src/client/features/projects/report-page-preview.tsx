import { useState } from 'react'
import { useWord } from '#client/i18n.ts'
import type { ProjectPdf } from '#shared/projects.ts'

const inline = (url: string): string => `${url}${url.includes('?') ? '&' : '?'}inline=1`

/** The report in the browser's own viewer. Give it a `key` of the version: a newer address of the same report must not turn it back to its first page. */
export function ReportPreview({ pdf: { pdfUrl, pdfFileName } }: { pdf: ProjectPdf }) {
  const say = useWord()
  const [first] = useState(pdfUrl)
  return (
    <iframe
      src={inline(first)}
      title={`${say('reportPage.preview')}: ${pdfFileName}.pdf`}
      className="h-[max(32rem,calc(100dvh-16rem))] w-full rounded-md border border-line bg-surface"
    />
  )
}
