import type { MouseEvent } from 'react'
import { useState } from 'react'
import { reportFailure } from '#client/failures.ts'
import { trpc } from '#client/trpc.ts'
import type { Project, ProjectPdf } from '#shared/projects.ts'

/** Signed addresses are valid for ten minutes; they are fetched again before that. */
const freshMilliseconds = 8 * 60_000
const oldMilliseconds = 9 * 60_000

export const fileNameOf = ({ pdfFileName }: Pick<ProjectPdf, 'pdfFileName'>): string => `${pdfFileName}.pdf`

function download(url: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
}

export type ReportLinks = {
  project: Project
  /**
   * Click handler for the link of a version: it fetches a new address before following an expired one, for example
   * after the computer slept.
   */
  follow: (event: MouseEvent, version: string) => void
  renewing: boolean
}

/** The project with valid signed addresses. `live` = there are reports to download. */
export function useReportLinks(saved: Project, live: boolean): ReportLinks {
  const [renewing, setRenewing] = useState(false)
  const query = trpc.projects.get.useQuery(
    { id: saved.id },
    { enabled: live, staleTime: freshMilliseconds, refetchInterval: freshMilliseconds, meta: { silent: true } },
  )
  const read = query.data
  const project = read && read.rowVersion >= saved.rowVersion ? read : saved

  const renew = async (version: string) => {
    setRenewing(true)
    try {
      const { data } = await query.refetch({ throwOnError: true })
      const pdf = data?.pdfList.find((one) => one.version === version)
      if (pdf) download(pdf.pdfUrl, fileNameOf(pdf))
    } catch (error) {
      reportFailure(error, true)
    } finally {
      setRenewing(false)
    }
  }
  const follow = (event: MouseEvent, version: string) => {
    if (Date.now() - query.dataUpdatedAt < oldMilliseconds) return
    event.preventDefault()
    if (!renewing) void renew(version)
  }
  return { project, follow, renewing }
}
