import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { coldfleetProgram } from '#tests/support/coldfleet.ts'

/** Run `users reset-password` in a terminal of its own, and press a key at its question. */
async function press(key: string): Promise<{ status: number | null; said: string }> {
  const line = `'${process.execPath}' ${coldfleetProgram} --lang en users reset-password anna`
  const terminal = spawn('script', ['-qec', line, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] })
  let said = ''
  terminal.stdout.on('data', (text: Buffer) => {
    if (!said.includes('New password') && `${said}${text}`.includes('New password')) terminal.stdin.write(key)
    said += text.toString()
  })
  const [status] = (await once(terminal, 'close')) as [number | null]
  return { status, said }
}

test('End with 130 at Ctrl-C in the question for a password', async () => {
  const { status, said } = await press('\u0003')
  expect([status, said]).toEqual([130, expect.stringContaining('interrupted')])
})

test('Change nothing at Ctrl-D in the question for a password', async () => {
  const { status, said } = await press('\u0004')
  expect([status, said]).toEqual([1, expect.stringContaining('cancelled; nothing was changed')])
})
