import { defineWords } from './define.ts'

/** Words of the interface documentation about channels, deliveries and schedules. */
export const apiChannels = defineWords(
  {
    'api.section.channels': '通知通道',
    'api.channelFind': '查询通知通道',
    'api.channelSave': '新增或修改通知通道，地址与密钥不再返回',
    'api.channelSwitch': '启用或停用通知通道',
    'api.channelTest': '发送一条测试消息，返回对方的原话',
    'api.section.deliveries': '发送记录',
    'api.deliveryFind': '查询发送记录，附对方的原话',
    'api.deliveryResend': '重新发送一条消息，消息编号不变',
    'api.channelDelete': '删除通知通道',
  },
  {
    'api.section.channels': 'Channels of messages',
    'api.channelFind': 'Find channels',
    'api.channelSave': 'Add or change a channel; address and secret are never answered',
    'api.channelSwitch': 'Switch a channel on or off',
    'api.channelTest': 'Send a test message; answers the words of the provider',
    'api.section.deliveries': 'Deliveries',
    'api.deliveryFind': 'The log of messages, with the words of the providers',
    'api.deliveryResend': 'Send a message again, with the id that it had',
    'api.channelDelete': 'Delete a channel',
  },
)
