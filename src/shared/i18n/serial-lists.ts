import { defineWords } from './define.ts'

/** Words of lists of machines that somebody has picked by serials or out of a batch. */
export const serialLists = defineWords(
  {
    'error.serialListTooLong': '一份设备清单最多 {{rows}} 台：请缩小范围',
    'error.serialListTooWide':
      '这份清单有 {{count}} 台设备，一次最多查看 {{rows}} 台：请再选择站点、客户或子账号，或分成几份清单',
    'error.batchMachinesGone': '这一批次的这些设备已查不到：已被撤销，或记录已不再保留',
    'serialList.title': '按序列号清单查找',
    'serialList.missing': '请粘贴至少一个序列号',
    'serialList.serials': '序列号',
    'serialList.help':
      '粘贴最多 {{most}} 个序列号（系统设备超过 {{fleet}} 台时为 {{fewer}} 个），用空格、换行、逗号、分号或制表符隔开均可；大小写不限。',
    'serialList.counted': '已识别 {{count}} 个序列号，重复 {{repeated}} 个',
    'serialList.tooMany': '共 {{count}} 个，超过上限 {{most}} 个',
    'serialList.find': '查找 {{count}} 个',
    'serialList.kept.pasted': '序列号清单',
    'serialList.kept.batch': '批次 {{batch}} 的设备',
    'serialList.kept.stocktake': '盘点 {{stocktake}} 的设备',
    'serialList.kept.alert': '事件 {{alert}} 的设备',
    'serialList.found': '找到 {{count}} 台',
    'serialList.unknown': '{{count}} 个未知',
    'serialList.repeated': '{{count}} 个重复',
    'serialList.showUnknown': '查看未知的序列号',
    'serialList.unknownTitle': '未知的序列号（{{count}}）',
    'serialList.unknownHelp': '您可查看的设备中没有这些序列号。',
    'serialList.copy': '复制',
    'serialList.copied': '已复制',
    'serialList.change': '换一份清单',
    'serialList.leave': '取消清单',
    'serialList.gone': '该清单已过期或不存在（清单保留 {{days}} 天）',
  },
  {
    'error.serialListTooLong': 'A list holds at most {{rows}} devices; please narrow it down',
    'error.serialListTooWide':
      'This list has {{count}} devices, and at most {{rows}} are shown at a time: choose a site, a client or a sub-account as well, or split the list',
    'error.batchMachinesGone':
      'The devices of this batch are no longer known: it was undone, or its records are no longer kept',
    'serialList.title': 'Find a list of serials',
    'serialList.missing': 'Paste at least one serial',
    'serialList.serials': 'Serials',
    'serialList.help':
      'Paste up to {{most}} serials ({{fewer}} where the system has more than {{fleet}} devices), separated by spaces, line breaks, commas, semicolons or tabs; upper and lower case do not matter.',
    'serialList.counted': '{{count}} [serial|serials] read, {{repeated}} repeated',
    'serialList.tooMany': '{{count}} serials are more than the {{most}} that a list may hold',
    'serialList.find': 'Find {{count}}',
    'serialList.kept.pasted': 'List of serials',
    'serialList.kept.batch': 'Devices of batch {{batch}}',
    'serialList.kept.stocktake': 'Devices of stocktake {{stocktake}}',
    'serialList.kept.alert': 'Devices of event {{alert}}',
    'serialList.found': '{{count}} found',
    'serialList.unknown': '{{count}} unknown',
    'serialList.repeated': '{{count}} repeated',
    'serialList.showUnknown': 'Show the unknown serials',
    'serialList.unknownTitle': 'Unknown serials ({{count}})',
    'serialList.unknownHelp': 'None of the devices you can see has one of these serials.',
    'serialList.copy': 'Copy',
    'serialList.copied': 'Copied',
    'serialList.change': 'Another list',
    'serialList.leave': 'Leave the list',
    'serialList.gone': 'This list has expired or does not exist (lists are kept for {{days}} days)',
  },
)
