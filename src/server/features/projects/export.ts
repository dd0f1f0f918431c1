import { listFile } from '#server/services/spreadsheets/list-file.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { FileParts } from '#shared/files.ts'
import { projectExportWord } from '#shared/i18n/project-export.ts'
import type { ProjectsExportRequest } from '#shared/projects.ts'
import { chosenProjectColumns, projectColumns } from './export-columns.ts'
import { findProjectIds } from './lists.ts'
import { findFiledProjects } from './queries.ts'
import { type ProjectSet, requestedProjects } from './reach.ts'

const pageSize = 500

/**
 * Export a list of projects as a file, with the filters, scope and order of the list. The audit entry has the number of
 * projects.
 * @throws AppError before the first part: FORBIDDEN as in the list, TOO_MANY
 */
export async function exportProjects(ctx: SignedInContext, request: ProjectsExportRequest): Promise<FileParts> {
  const set = await requestedProjects(ctx, request.list, request)
  const { language = ctx.request.language } = request
  const all = projectColumns({ language, timeZone: ctx.config.timeZone, book: await ctx.services.places.book() })
  const columns = chosenProjectColumns(all, request.columns)
  await ctx.services.exportLimit.count(ctx.viewer, ctx.clock())
  const ids = await findProjectIds(ctx.readDb, set, request)
  return exportParts(ctx, request, { set, ids, columns })
}

type Exported = { set: ProjectSet; ids: readonly number[]; columns: ReturnType<typeof projectColumns> }

function exportParts(ctx: SignedInContext, request: ProjectsExportRequest, { set, ids, columns }: Exported): FileParts {
  const { format, list, language = ctx.request.language, search, name, city, exportStatus, userId, companyId } = request
  async function* pages() {
    for (let start = 0; start < ids.length; start += pageSize)
      yield await findFiledProjects(ctx.readDb, set, ids.slice(start, start + pageSize))
  }
  return listFile(ctx, {
    action: 'projects.export',
    targetKind: 'project',
    name: projectExportWord(language, 'export.name'),
    format,
    header: columns.map(([heading]) => heading),
    rows: ids.length,
    pages: pages(),
    cells: (project) => columns.map(([, cell]) => cell(project)),
    filters: { list, search, name, city, exportStatus, userId, companyId },
  })
}
