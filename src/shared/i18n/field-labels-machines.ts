import { defineWords } from './define.ts'

/** What fields of machine types are called, by their names on the wire. */
export const machineFieldLabels = defineWords(
  { complianceShare: '达标系数 k', powerW: '额定功率', retired: '停用', targetHashRate: '目标算力' },
  { complianceShare: 'k', powerW: 'nominal power', retired: 'retired', targetHashRate: 'target' },
)
