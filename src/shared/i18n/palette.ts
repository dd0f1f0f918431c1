import { defineWords } from './define.ts'

/** What the palette can do besides leading somewhere. The words that begin a command are known in both languages (`client/frame/palette-match.ts`). */
export const palette = defineWords(
  {
    'palette.recent': '最近',
    'palette.commands': '命令',
    'palette.repair': '送修 {{serial}}',
    'palette.exportAll': '导出全部设备',
    'palette.exportState': '导出{{state}}设备',
    'palette.inState': '全部{{state}}设备',
    'palette.undo': '撤销最近一次更新（批次 #{{id}}）',
    'palette.nothingToUndo': '最近一次更新不能撤销，查看更新记录',
    'palette.silence': '新增静默',
    'palette.silenceOf': '静默 {{site}}',
    'palette.addUser': '新增用户',
    'palette.showAll': '在列表中查看全部 {{count}} 项',
    'palette.examples': '也可以输入命令：送修 T30…、静默 站点、新增用户、导出 已下线、撤销、English',
  },
  {
    'palette.recent': 'Recent',
    'palette.commands': 'Commands',
    'palette.repair': 'Send {{serial}} to repair',
    'palette.exportAll': 'Export all devices',
    'palette.exportState': 'Export devices: {{state}}',
    'palette.inState': 'All devices: {{state}}',
    'palette.undo': 'Undo the last update (batch #{{id}})',
    'palette.nothingToUndo': 'The last update cannot be undone: show the updates',
    'palette.silence': 'Add a silence',
    'palette.silenceOf': 'Silence {{site}}',
    'palette.addUser': 'Add a user',
    'palette.showAll': 'Show all {{count}} in the list',
    'palette.examples': 'Commands work, too: repair T30…, silence a site, add user, export offline, undo, 中文',
  },
)
