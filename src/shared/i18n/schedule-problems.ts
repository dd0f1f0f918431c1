import { defineWords } from './define.ts'

/** Why something is not sent by the calendar: said by the server alone. */
export const scheduleProblems = defineWords(
  {
    'schedules.problem.view': '所选视图已不存在，或不再对您共享，请重新选择',
    'schedules.problem.filters': '该列表的文件不支持这些筛选，请去掉后重新保存视图',
    'schedules.problem.listRights': '您没有导出该列表的权限',
    'schedules.problem.channelOfClient': '客户自己的通道只接收该客户的对账单，请改选其他通道',
    'schedules.problem.ofClient': '这是客户自己的定时发送，只能由该客户修改；您可以暂停或删除它',
    'schedules.problem.owner': '设置该定时发送的人已无权发送，请由有权限的人重新保存',
    'schedules.problem.noChannel': '所选通道已删除，或设置者已无权使用',
    'schedules.problem.channelsOff': '所选通道均已停用',
    'schedules.problem.noClientChannel': '没有客户设有启用中的通道',
    'schedules.problem.tooLarge': '文件超过 128 MB，请用视图缩小范围',
    'schedules.problem.nothingToResend': '这次没有可重新发送的内容：文件已过期或链接已撤销，请用“立即发送”',
    'schedules.problem.crashed': '服务多次在发送途中中断，已放弃',
  },
  {
    'schedules.problem.view': 'The view no longer exists, or is no longer shared with you: choose another',
    'schedules.problem.filters':
      'The file of this list does not support these filters: remove them and save the view again',
    'schedules.problem.listRights': 'You may not export this list',
    'schedules.problem.channelOfClient': 'A client’s channel takes its own statement only: choose another channel',
    'schedules.problem.ofClient':
      'This schedule belongs to a client, and only the client may change it; you may pause or delete it',
    'schedules.problem.owner': 'The person who set it up may no longer send it: somebody who may has to save it again',
    'schedules.problem.noChannel': 'The chosen channels were deleted, or the owner may no longer use them',
    'schedules.problem.channelsOff': 'All chosen channels are switched off',
    'schedules.problem.noClientChannel': 'No client has a channel that is on',
    'schedules.problem.tooLarge': 'The file has more than 128 MB: narrow it with a view',
    'schedules.problem.nothingToResend':
      'There is nothing to send again: the files have expired or were revoked. Use Send now',
    'schedules.problem.crashed': 'The server stopped several times while this was being sent: given up',
  },
)
