import { defineWords } from './define.ts'

/** What fields of channels, deliveries and schedules are called. */
export const channelFieldLabels = defineWords(
  {
    address: '地址',
    channelId: '通知通道',
    digestAt: '每日汇总时间',
    leastSeverity: '最低级别',
    on: '是否启用',
    recipients: '收件人',
    secret: '密钥',
  },
  {
    address: 'address',
    channelId: 'channel',
    digestAt: 'time of the digest',
    leastSeverity: 'least severity',
    on: 'switched on',
    recipients: 'recipients',
    secret: 'secret',
  },
)
