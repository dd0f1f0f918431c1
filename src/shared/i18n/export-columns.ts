import { defineWords } from './define.ts'

/** Names of files and of their columns, which only the server writes. */
export const exportColumns = defineWords(
  {
    'export.machines': '机器列表',
    'export.parts': '已装配件',
    'export.date': '业务日期',
    'export.reported': '已上报',
    'export.hashAvg': '日均算力 (TH/s)',
    'export.hashTarget': '目标算力 (TH/s)',
    'export.compliant': '算力达标',
    'export.inService': '在役设备',
    'export.online': '在线设备',
    'export.compliantDevices': '达标设备',
    'export.unknown': '未知（无上报）',
    'export.province': '省份',
  },
  {
    'export.machines': 'Devices',
    'export.parts': 'Parts fitted',
    'export.date': 'Business date',
    'export.reported': 'Reported',
    'export.hashAvg': 'Average hash rate (TH/s)',
    'export.hashTarget': 'Target hash rate (TH/s)',
    'export.compliant': 'Complies',
    'export.inService': 'In service',
    'export.online': 'Online',
    'export.compliantDevices': 'Complying',
    'export.unknown': 'Unknown (no report)',
    'export.province': 'Province',
  },
)
