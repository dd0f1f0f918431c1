import { defineWords } from './define.ts'

/** Words of `devices attend`. */
export const cliAttend = defineWords(
  {
    'cli.attend': '告警设备的处理：确认知悉、指定负责人、备注；设备恢复或状态改变前有效',
    'cli.attend.acknowledge': '确认知悉，说明原因',
    'cli.attend.withdraw': '撤回确认',
    'cli.attend.assignee': '负责人的姓名或编号；- 表示不再有负责人',
    'cli.attend.note': '备注；- 表示清除',
    'cli.attend.either': '--acknowledge 与 --withdraw 只能用一个',
    'cli.attend.nothing': '请说明要做什么：--acknowledge、--withdraw、--assignee 或 --note',
    'cli.attend.nobody': '没有可以负责设备的“{{name}}”',
    'cli.attend.unknown': '{{count}} 个序列号没有对应的设备：{{serials}}',
    'cli.attend.none': '没有找到任何设备',
    'cli.attend.done': '已处理 {{count}} 台；{{skipped}} 台没有告警，保持不变',
  },
  {
    'cli.attend':
      'Says of devices in trouble that they are seen, who looks after them, or a note; until they recover or change their state',
    'cli.attend.acknowledge': 'seen, and why that is enough',
    'cli.attend.withdraw': 'takes that back',
    'cli.attend.assignee': 'name or id of the person; - = nobody any more',
    'cli.attend.note': 'a note; - = none any more',
    'cli.attend.either': 'Either --acknowledge or --withdraw',
    'cli.attend.nothing': 'Say what to do: --acknowledge, --withdraw, --assignee or --note',
    'cli.attend.nobody': 'Nobody called {{name}} can look after devices',
    'cli.attend.unknown': '{{count}} [serial is|serials are] of no device: {{serials}}',
    'cli.attend.none': 'No device was found',
    'cli.attend.done': '{{count}} [device|devices] changed; {{skipped}} in no trouble and left as they were',
  },
)
