import { randomUUID } from 'node:crypto'
import { afterEach } from 'vitest'
import type { Message } from '#server/services/messages/message.ts'
import { type Got, loopbackAllowed, receiverAuthority, startReceiver, toLoopback } from './receivers.ts'

/** Provide receivers on this machine for one test, and a message for them. */
export function useOutboundReceivers() {
  const ends: (() => Promise<void> | void)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })
  const settings = {
    smtpUrl: null,
    mailFrom: null,
    publicUrl: 'https://console.example',
    host: '127.0.0.1',
    port: 3000,
    ...loopbackAllowed,
  }
  const outside = { resolve: toLoopback, ca: receiverAuthority, timeout: 2_000 }
  const message = (given: Partial<Message> = {}): Message => ({
    ...{
      type: 'alert.opened',
      severity: 'critical',
      language: 'zh',
      title: '[严重] 西北二号站 离线 118/120',
      lines: ['自 14:05（3 小时 10 分）'],
    },
    ...{
      link: { text: '查看', url: 'https://console.example/alerts' },
      data: { alertId: 7 },
      at: new Date().toISOString(),
      thread: 'alert-7',
    },
    ...given,
  })
  async function receiver(
    reply: (got: Got) => { status?: number; headers?: Record<string, string>; body?: string } | null,
  ) {
    const started = await startReceiver(reply)
    ends.push(started.close)
    return started
  }
  const code = (kind: 'errcode' | 'code', value: number) => ({
    status: 200,
    body: JSON.stringify({ [kind]: value, msg: 'said so' }),
  })
  const posting = () => ({ id: randomUUID(), at: new Date() })
  return { receiver, posting, settings, outside, message, code, ends }
}
