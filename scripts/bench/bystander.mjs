import { createServer } from 'node:http'

/** A program that does nothing with what it is sent: what others wait for while it is attacked is this machine's, not the product's. It prints its address. */
const server = createServer((request, response) => {
  request.resume().once('end', () => response.writeHead(400).end('{"code":400}'))
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}`))
