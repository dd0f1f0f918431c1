import { defineWords } from './define.ts'

/** Words of the import history and of undoing a batch. */
export const feedBatches = defineWords(
  {
    'batch.obstacle.undone': '该批次已经撤销',
    'batch.obstacle.later': '之后还有批次 {{batch}}，请先撤销较新的批次',
    'batch.obstacle.dayOver': '该批次所在的业务日已结束，只能在当天撤销；请导入更正后的数据',
    'batch.obstacle.forgotten': '该批次之前的数据已不再保留，无法撤销',
    'batch.obstacle.changed': '此后有 {{count}} 台设备被修改：{{serials}}',
  },
  {
    'batch.obstacle.undone': 'This batch is undone already',
    'batch.obstacle.later': 'Batch {{batch}} came later; undo the newer one first',
    'batch.obstacle.dayOver': 'The business day of this batch is over; it could be undone on that day only. Please send a corrected feed',
    'batch.obstacle.forgotten': 'What was there before this batch is no longer kept, so it cannot be undone',
    'batch.obstacle.changed': '{{count}} devices were changed since: {{serials}}',
  },
)
