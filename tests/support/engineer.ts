import type { Insertable, Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { UserTable } from '#server/db/user-tables.ts'
import type { Reports } from '#server/services/pdf/pdf-thread.ts'
import { buildCaller, buildViewer } from './context.ts'
import { memoryStorage } from './memory-storage.ts'
import { recordedAudit } from './services.ts'

/** The report that `fakeReports` returns. */
export const fakePdf = Buffer.from('%PDF-1.3 of a test')
/** Return reports without printing. */
export const fakeReports = (print: Reports['print'] = async () => fakePdf): Reports => ({
  print,
  close: async () => undefined,
})

/** Create a user who exports projects, with a separate storage and the user's audit entries. */
export async function buildEngineer(
  db: Kysely<Database>,
  reports: Reports,
  given: Partial<Insertable<UserTable>> = {},
) {
  const viewer = await buildViewer(db, given)
  const storage = memoryStorage()
  const { audit, written } = recordedAudit()
  const { projects } = buildCaller(db, { viewer, services: { reports, storage, audit } })
  return { viewer, storage, written, projects }
}

/** Return the name in the storage for a signed address of a report. */
export const storedReport = (pdfUrl: string | null): string =>
  pdfUrl?.match(/^\/pdfs\/([0-9a-f]{32}\.pdf)\?expires=\d+&signature=/)?.[1] ?? ''
