import { procedure, router } from '#server/trpc.ts'
import { type TransferAnswer, TransferRequest, type Transferred, TransferredRequest } from '#shared/transfers.ts'
import { transferMachines } from './apply.ts'
import { transferredBy } from './transferred.ts'

export const transfersRouter = router({
  // Transfer machines to another owner or site from a day on, or preview it.
  save: procedure('transfers.save')
    .input(TransferRequest)
    .mutation(({ ctx, input }): Promise<TransferAnswer> => transferMachines(ctx, input)),
  // The machines that a batch gave to another owner, with the old owner, the new owner and the first day.
  machines: procedure('transfers.machines')
    .input(TransferredRequest)
    .query(({ ctx, input }): Promise<Transferred> => transferredBy(ctx, input)),
})
