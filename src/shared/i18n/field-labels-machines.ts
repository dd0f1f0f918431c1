import { defineWords } from './define.ts'

/** What fields of machines, of their types and of the work on them are called, by their names on the wire. */
export const machineFieldLabels = defineWords(
  {
    complianceShare: '达标系数 k',
    firmware: '固件',
    hall: '厂房',
    ip: 'IP',
    powerW: '额定功率',
    previewVersion: '预览版本',
    rack: '机架',
    retired: '停用',
    shelf: '层位',
    tag: '标签',
    targetHashRate: '目标算力',
    whole: '完整显示的事项',
    worklist: '工作清单',
  },
  {
    complianceShare: 'k',
    firmware: 'firmware',
    hall: 'hall',
    ip: 'IP address',
    powerW: 'nominal power',
    previewVersion: 'version of the preview',
    rack: 'rack',
    retired: 'retired',
    shelf: 'shelf',
    tag: 'tag',
    targetHashRate: 'target',
    whole: 'kinds to show whole',
    worklist: 'worklist',
  },
)
