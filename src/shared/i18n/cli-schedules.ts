import { defineWords } from './define.ts'

/** Words of the terminal about schedules. */
export const cliSchedules = defineWords(
  {
    'cli.schedules': '定时发送：查看、立即运行',
    'cli.schedules.list': '列出定时发送：编号、名称、内容、下次与上次发送',
    'cli.schedules.paused': '已暂停',
    'cli.schedules.next': '下次 {{at}}',
    'cli.schedules.last': '上次 {{at}}：{{state}}',
    'cli.schedules.never': '还没有发送过',
    'cli.schedules.none': '没有定时发送',
    'cli.schedules.more': '还有更多：共 {{total}} 个',
    'cli.schedules.size': '最多列出多少个（默认 100）',
    'cli.schedules.run': '立即运行一个定时发送，等待结果；失败或被拒绝时以 1 结束',
    'cli.schedules.schedule': '定时发送的编号',
    'cli.schedules.detach': '不等待结果',
    'cli.schedules.started': '已开始定时发送 {{id}}',
    'cli.schedules.ended': '定时发送 {{id}}：{{state}}，{{messages}} 条消息',
    'cli.schedules.notSent': '未能全部发送：{{problem}}',
    'cli.schedules.late': '十分钟内没有结果；它仍会继续，见 coldfleet schedules list',
  },
  {
    'cli.schedules': 'schedules: list them, run one now',
    'cli.schedules.list': 'lists schedules: number, name, content, when they run next and ran last',
    'cli.schedules.paused': 'paused',
    'cli.schedules.next': 'next {{at}}',
    'cli.schedules.last': 'last {{at}}: {{state}}',
    'cli.schedules.never': 'not sent yet',
    'cli.schedules.none': 'No schedules',
    'cli.schedules.more': 'There are more: {{total}} in all',
    'cli.schedules.size': 'at most so many (default 100)',
    'cli.schedules.run':
      'runs a schedule now and waits for what comes of it; ends with 1 when it failed or was refused',
    'cli.schedules.schedule': 'number of the schedule',
    'cli.schedules.detach': 'do not wait for the end',
    'cli.schedules.started': 'Schedule {{id}} has started',
    'cli.schedules.ended': 'Schedule {{id}}: {{state}}, messages: {{messages}}',
    'cli.schedules.notSent': 'Not everything was sent: {{problem}}',
    'cli.schedules.late': 'Nothing came of it within ten minutes; it goes on, see coldfleet schedules list',
  },
)
