import { mutation, query, router } from '#server/trpc.ts'
import { ChannelListRequest, ChannelSave, ChannelSwitch, type ChannelTrial } from '#shared/channels.ts'
import { ById } from '#shared/request-fields.ts'
import { findChannels } from './queries.ts'
import { deleteChannel, saveChannel, switchChannel } from './save.ts'
import { tryChannel } from './try-channel.ts'

/** The receivers of messages. A client's user manages the channels for the client's machines. */
export const channelsRouter = router({
  find: query('channels.find', ChannelListRequest, findChannels),
  save: mutation('channels.save', ChannelSave, saveChannel),
  setStatus: mutation('channels.setStatus', ChannelSwitch, switchChannel),
  test: mutation('channels.test', ById, (ctx, input): Promise<ChannelTrial> => tryChannel(ctx, input.id)),
  delete: mutation('channels.delete', ById, (ctx, input): Promise<{ id: number }> => deleteChannel(ctx, input.id)),
})
