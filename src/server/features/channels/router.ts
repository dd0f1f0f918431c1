import { procedure, router } from '#server/trpc.ts'
import {
  ChannelListRequest,
  type ChannelRow,
  ChannelSave,
  ChannelSwitch,
  type ChannelTrial,
  type SavedChannel,
} from '#shared/channels.ts'
import type { Page } from '#shared/paging.ts'
import { ById } from '#shared/request-fields.ts'
import { findChannels } from './queries.ts'
import { deleteChannel, saveChannel, switchChannel } from './save.ts'
import { tryChannel } from './try-channel.ts'

/** The receivers of messages. A client's user manages the channels for the client's machines. */
export const channelsRouter = router({
  find: procedure('channels.find')
    .input(ChannelListRequest)
    .query(({ ctx, input }): Promise<Page<ChannelRow>> => findChannels(ctx, input)),
  save: procedure('channels.save')
    .input(ChannelSave)
    .mutation(({ ctx, input }): Promise<SavedChannel> => saveChannel(ctx, input)),
  setStatus: procedure('channels.setStatus')
    .input(ChannelSwitch)
    .mutation(({ ctx, input }): Promise<{ id: number; rowVersion: number }> => switchChannel(ctx, input)),
  test: procedure('channels.test')
    .input(ById)
    .mutation(({ ctx, input }): Promise<ChannelTrial> => tryChannel(ctx, input.id)),
  delete: procedure('channels.delete')
    .input(ById)
    .mutation(({ ctx, input }): Promise<{ id: number }> => deleteChannel(ctx, input.id)),
})
