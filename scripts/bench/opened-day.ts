import { setTimeout as wait } from 'node:timers/promises'
import type { RestClient } from '#tests/support/rest-client.ts'
import { today } from './bench.ts'

const lookMs = 200
const longestMs = 600_000

/**
 * Wait until the server has opened today, which happens once a day and does not count as work of what is measured.
 * @throws Error after ten minutes
 */
export async function openedDay(client: Pick<RestClient, 'get'>): Promise<void> {
  for (let waited = 0; waited < longestMs; waited += lookMs) {
    if (JSON.stringify((await client.get<unknown>('/deviceDaily/getLastDate')).data).includes(today())) return
    await wait(lookMs)
  }
  throw new Error('today was not opened within ten minutes')
}
