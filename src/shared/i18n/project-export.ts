import { createBook } from './book.ts'
import { defineWords } from './define.ts'

/** Headings and values of the list of projects as a file, beside the names of its fields. */
const projectExport = defineWords(
  {
    'export.name': '选型项目',
    'export.projectNo': '项目编号',
    'export.userName': '负责人',
    'export.company': '公司',
    'export.exportStatus': '状态',
    'export.draft': '草稿',
    'export.exported': '已导出',
    'export.version': '版本',
    'export.status': '选型结果',
    'export.ok': '可选型',
    'export.noFit': '无可用机型',
    'export.model': '机型',
    'export.count': '台数',
    'export.needKgH': '所需除湿量 (kg/h)',
    'export.frostWithoutKgDay': '无设备时结霜量 (kg/d)',
    'export.frostResidualKgH': '剩余结霜量 (kg/h)',
    'export.energyKwhDay': '保持设计湿度的能耗 (kWh/d)',
    'export.createTimeStr': '创建时间',
    'export.updateTimeStr': '更新时间',
  },
  {
    'export.name': 'Selection projects',
    'export.projectNo': 'Project number',
    'export.userName': 'Owner',
    'export.company': 'Company',
    'export.exportStatus': 'State',
    'export.draft': 'Draft',
    'export.exported': 'Exported',
    'export.version': 'Version',
    'export.status': 'Result',
    'export.ok': 'Fits',
    'export.noFit': 'Nothing fits',
    'export.model': 'Model',
    'export.count': 'Units',
    'export.needKgH': 'Moisture to remove (kg/h)',
    'export.frostWithoutKgDay': 'Frost without equipment (kg/d)',
    'export.frostResidualKgH': 'Frost left (kg/h)',
    'export.energyKwhDay': 'Energy to hold the design humidity (kWh/d)',
    'export.createTimeStr': 'Created',
    'export.updateTimeStr': 'Changed',
  },
)
export type ProjectExportWord = keyof typeof projectExport.zh
export const projectExportWord = createBook<ProjectExportWord>(projectExport)
