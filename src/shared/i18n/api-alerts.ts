import { defineWords } from './define.ts'

/** Words of the documentation of events, rules and silences. */
export const apiAlerts = defineWords(
  {
    'api.section.alerts': '事件',
    'api.section.alertRules': '事件规则',
    'api.section.silences': '静默',
    'api.alertFind': '事件：按类型、级别、站点、客户、日期以及是否进行中筛选；设备的归属方只看到自己的设备',
    'api.alertGet': '一个事件：设备归属、通知经过、同一位置的其他事件',
    'api.alertOpen': '进行中的事件：按级别计数，最严重与最新的在前',
    'api.alertAcknowledge': '确认知悉一个事件（需要原因）：结束或扩大五分之一前不再通知；acknowledged 为 false 时撤回',
    'api.alertSilence': '从现在起静默一个事件所在的位置（分钟）',
    'api.alertMachines': '事件的设备：其键 serialList 用于设备列表的筛选',
    'api.ruleFind': '事件规则',
    'api.ruleSave': '新增事件规则；带 id 时修改（须带 rowVersion）',
    'api.ruleDelete': '删除事件规则',
    'api.rulePreview': '一条规则在过去 30 天会产生多少事件与消息',
    'api.silenceFind': '静默',
    'api.silenceSave': '新增静默：起止时间，或每周的日子、时刻与分钟数；带 id 时修改（须带 rowVersion）',
    'api.silenceDelete': '结束静默',
    'api.needs.alert': '一个进行中事件的编号',
  },
  {
    'api.section.alerts': 'Events',
    'api.section.alertRules': 'Event rules',
    'api.section.silences': 'Silences',
    'api.alertFind':
      'Events, by kind, severity, site, client, days, and whether they are open; owners of machines see their own machines alone',
    'api.alertGet': 'One event: whose machines, what was told, others at its place',
    'api.alertOpen': 'What is open now: numbers by severity, the worst and newest first',
    'api.alertAcknowledge':
      'Acknowledges an event, with a reason: nobody is told of it until it is over or has grown by a fifth; acknowledged false withdraws',
    'api.alertSilence': 'Silences the place of an event from now on, in minutes',
    'api.alertMachines': 'The machines of an event: the key serialList narrows the device list',
    'api.ruleFind': 'Event rules',
    'api.ruleSave': 'Event rules: add one, or change the one of this id (send its rowVersion)',
    'api.ruleDelete': 'Deletes an event rule',
    'api.rulePreview': 'How many events and messages a rule would have made in the last 30 days',
    'api.silenceFind': 'Silences',
    'api.silenceSave':
      'Silences: add one, from a start to an end or by days of the week with a time and minutes; or change the one of this id (send its rowVersion)',
    'api.silenceDelete': 'Ends a silence',
    'api.needs.alert': 'the number of an open event',
  },
)
