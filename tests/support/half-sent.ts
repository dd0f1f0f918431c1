import { request } from 'node:http'
import { gzipSync } from 'node:zlib'

/**
 * The beginning of 16 MB that decompress to a thousand times as much, of the size that a server buffers unread; the
 * rest is never sent.
 */
const begin = gzipSync(Buffer.alloc(96 * 1024 * 1024, '{"a":1},')).subarray(0, 70_000)
const announced = 16 * 1024 * 1024
const patienceMs = 5_000

export type Answered = { status: number; text: string; closes: boolean }

/**
 * Announce a large gzip body, send a little of it, and wait for the response: a server that reads the body first would
 * wait for ever.
 * @throws Error after five seconds without a response
 */
export function sendHalf(
  address: string,
  { method, headers = {} }: { method: string; headers?: Record<string, string> },
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const given = {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'content-length': announced,
      ...headers,
    }
    const sent = request(address, { method, agent: false, headers: given, timeout: patienceMs }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (piece: string) => {
        text += piece
      })
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, text, closes: answer.headers.connection === 'close' })
        sent.destroy()
      })
    })
    sent.on('timeout', () => {
      reject(new Error(`${method} ${address} waits for the body`))
      sent.destroy()
    })
    sent.on('error', reject)
    sent.write(begin)
  })
}
