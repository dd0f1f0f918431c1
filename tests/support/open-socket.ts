import { connect } from 'node:net'

/**
 * Write bytes unchanged to a server at `address`; return the response, and when our side of the connection was closed.
 */
export function openSocket(
  address: string,
  bytes: string | Buffer,
): {
  answer: Promise<string>
  closed: Promise<void>
  text(): string
  write(more: Buffer): boolean
  end(): void
} {
  const { hostname, port } = new URL(address)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  socket.write(bytes)
  let text = ''
  const closed = new Promise<void>((resolve) => {
    socket.once('end', resolve)
    socket.once('error', () => resolve())
  })
  const answer = new Promise<string>((resolve) => {
    socket.on('data', (piece) => {
      text += piece.toString()
      const [head = '', body = ''] = text.split('\r\n\r\n')
      if (Buffer.byteLength(body) >= Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)) resolve(text)
    })
    void closed.then(() => resolve(text))
  })
  return { answer, closed, text: () => text, write: (more) => socket.write(more), end: () => socket.destroy() }
}
