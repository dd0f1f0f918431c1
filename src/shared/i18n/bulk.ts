import { defineWords } from './define.ts'

/** Words of the bar over a table with selected rows. */
export const bulk = defineWords(
  {
    'table.bulk': '批量操作',
    'table.chosen': '已选 {{count}} 项',
    'table.selectAll': '选择符合条件的全部 {{count}} 项',
    'table.clearSelection': '取消选择',
    'table.selectLimit': '一次最多选择 {{limit}} 项，符合条件的有 {{count}} 项：请先按站点、客户或状态缩小范围',
  },
  {
    'table.bulk': 'Actions for the selection',
    'table.chosen': '{{count}} selected',
    'table.selectAll': 'Select all {{count}} that match',
    'table.clearSelection': 'Clear selection',
    'table.selectLimit':
      '{{count}} match, but only {{limit}} can be selected at once: narrow the list by site, client or state',
  },
)
