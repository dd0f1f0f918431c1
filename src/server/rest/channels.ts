import { ChannelRow, ChannelTrial, SavedChannel } from '#shared/channels.ts'
import { DeliveryRow } from '#shared/deliveries.ts'
import { deletedAnswer, listOf, savedAnswer } from './answer-schemas.ts'
import { type Route, route } from './route.ts'

/** Channels: the destinations of messages. */
export const channelRoutes: readonly Route[] = [
  route('POST', '/channels/find/', 'channels.find', {
    title: 'api.channelFind',
    answer: listOf(ChannelRow),
    example: { body: { page: 1, size: 20, name: '', kind: 'feishu' } },
  }),
  route('POST', '/channels/save', 'channels.save', {
    title: 'api.channelSave',
    answer: SavedChannel,
    example: {
      body: {
        name: '运维飞书群',
        kind: 'feishu',
        address: 'https://open.feishu.cn/open-apis/bot/v2/hook/00000000-0000-0000-0000-000000000000',
        secret: 'from-the-settings-of-the-robot',
        language: 'zh',
        leastSeverity: 'notice',
        digestAt: '08:00',
        atOnceFrom: 'critical',
        companyId: 2,
      },
    },
  }),
  route('POST', '/channels/switch', 'channels.setStatus', {
    title: 'api.channelSwitch',
    answer: savedAnswer,
    example: { needs: 'api.needs.channel', body: { id: 1, on: false, rowVersion: 1 } },
  }),
  route('POST', '/channels/test/:id', 'channels.test', {
    title: 'api.channelTest',
    answer: ChannelTrial,
    example: { needs: 'api.needs.channel', params: { id: 1 } },
  }),
  route('POST', '/channels/delete/:id', 'channels.delete', {
    title: 'api.channelDelete',
    answer: deletedAnswer,
    example: { needs: 'api.needs.channel', params: { id: 1 } },
  }),
  route('POST', '/deliveries/find/', 'deliveries.find', {
    title: 'api.deliveryFind',
    answer: listOf(DeliveryRow),
    example: { body: { page: 1, size: 20, state: 'failed' } },
  }),
  route('POST', '/deliveries/resend/:id', 'deliveries.resend', {
    title: 'api.deliveryResend',
    answer: deletedAnswer,
    example: { needs: 'api.needs.delivery', params: { id: 1 } },
  }),
]
