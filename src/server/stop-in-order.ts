import type { Beat } from './jobs/beat.ts'
import type { Scheduler } from './jobs/scheduler.ts'
import type { Serving } from './serve.ts'
import type { Jobs } from './services/jobs/jobs.ts'

type Stopped = {
  serving: Pick<Serving, 'stop'>
  scheduler: Pick<Scheduler, 'close'>
  outbox?: Pick<Beat, 'close'>
  schedules?: Pick<Beat, 'close'>
  puller?: Pick<Beat, 'close'>
  jobs: Pick<Jobs, 'close'>
  close: () => Promise<void>
}

/**
 * Stop the parts of the process in an order without deadlock. A feed keeps the only connection of the embedded engine
 * until it is cancelled, and requests in flight and the scheduler may wait for that connection. So cancel the feeds
 * first, and again when no request can start another.
 */
export async function stopInOrder({
  serving,
  scheduler,
  outbox,
  schedules,
  puller,
  jobs,
  close,
}: Stopped): Promise<void> {
  const jobsClosed = jobs.close()
  await serving.stop()
  await Promise.all([scheduler.close(), outbox?.close(), schedules?.close(), puller?.close(), jobsClosed, jobs.close()])
  await close()
}
