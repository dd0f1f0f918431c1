import { exportClients } from '#server/features/clients/export.ts'
import { exportDevices } from '#server/features/devices/export.ts'
import { exportRepairs } from '#server/features/repairs/export.ts'
import { exportSites } from '#server/features/sites/export.ts'
import { query, router, type SignedInContext } from '#server/trpc.ts'
import { DataExportRequest, type DataRequest } from '#shared/exports.ts'
import type { FileParts } from '#shared/files.ts'
import { exportMachineTypes, exportProvinces } from './export-provinces.ts'

const name = 'data.export.name'

/** Export one of the console's lists under the documented name 数据列表. */
function exportData(ctx: SignedInContext, data: DataRequest): Promise<FileParts> {
  switch (data.kind) {
    case 'device':
      return exportDevices(ctx, data.request, name)
    case 'repair':
      return exportRepairs(ctx, data.request, name)
    case 'site':
      return exportSites(ctx, data.request, name)
    case 'client':
      return exportClients(ctx, data.request, name)
    case 'province':
      return exportProvinces(ctx, data.request)
    case 'machineType':
      return exportMachineTypes(ctx, data.request)
  }
}

export const dataRouter = router({
  // One kind of data of a company as a file (C077).
  export: query('data.export', DataExportRequest, exportData),
})
