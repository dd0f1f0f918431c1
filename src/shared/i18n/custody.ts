import { defineWords } from './define.ts'

/** What is done with machines in custody from the device list. */
export const custody = defineWords(
  {
    'custody.more': '更多操作',
    'custody.send': '送修',
    'custody.return': '登记送回',
    'custody.transfer': '调拨',
    'custody.lost': '标记丢失',
    'custody.found': '找回',
    'custody.select': '选择 {{serial}}',
    'custody.machines': '{{count}} 台设备',
    'custody.machinesMore': '{{serials}} 等另 {{count}} 台',
    'custody.usual': '常用原因',
  },
  {
    'custody.more': 'More actions',
    'custody.send': 'Send to repair',
    'custody.return': 'Record return',
    'custody.transfer': 'Transfer',
    'custody.lost': 'Mark as lost',
    'custody.found': 'Mark as found',
    'custody.select': 'Select {{serial}}',
    'custody.machines': '{{count}} [device|devices]',
    'custody.machinesMore': '{{serials}} and {{count}} more',
    'custody.usual': 'Usual reasons',
  },
)
